import Foundation

/// The number of repetitions of an arranged race. `WIRING_REPETITIONS` sets it.
let repetitions = ProcessInfo.processInfo.environment["WIRING_REPETITIONS"].flatMap { Int($0) } ?? 300
