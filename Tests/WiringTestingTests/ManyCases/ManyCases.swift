import Foundation

/// The numbers of the cases. Each number belongs to one suite.
///
/// `WIRING_CASES` sets the total number of cases.
enum ManyCases {
    private static let count = ProcessInfo.processInfo.environment["WIRING_CASES"].flatMap { Int($0) } ?? 300
    private static let suites = 6

    static let bare = numbers(0)
    static let nested = numbers(1)
    static let nestedSuite = numbers(2)
    static let inheriting = numbers(3)
    static let customContainer = numbers(4)
    static let twoContainers = numbers(5)

    private static func numbers(_ suite: Int) -> Range<Int> {
        1 + count * suite / suites..<1 + count * (suite + 1) / suites
    }
}
