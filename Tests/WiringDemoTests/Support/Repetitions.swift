import Foundation

/// How often a test of an arranged race repeats it. `WIRING_REPETITIONS` sets the number.
let repetitions = ProcessInfo.processInfo.environment["WIRING_REPETITIONS"].flatMap { Int($0) } ?? 1000
