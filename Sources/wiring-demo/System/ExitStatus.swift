/// The exit statuses, as in `sysexits.h` and in shells.
enum ExitStatus {
    static let success: Int32 = 0
    static let serviceFailed: Int32 = 1
    static let invalidUsage: Int32 = 64
    static let malformedDocument: Int32 = 65
    static let missingFile: Int32 = 66
    static let cannotOpenStore: Int32 = 73
    static let outputFailed: Int32 = 74

    /// The status after a signal.
    static func interrupted(by signal: Int32) -> Int32 { 128 + signal }
}
