import Foundation

/// How many times as often the longest races and random programs are repeated. `WIRING_STRESS` sets it.
public let stress = ProcessInfo.processInfo.environment["WIRING_STRESS"].flatMap { Int($0) } ?? 1
