import Foundation
import Testing
import WiringTesting

/// A place where code that is not the user's calls a closure of the user: which container the closure sees there, and what to write.
///
/// If its test passes, the place becomes a row of the article *Where the container goes*.
struct Place {
    /// A table of the article.
    enum Table: String {
        case request, stream, database, shutdown, callback, test
    }

    /// What a strict test says if the remedy is forgotten.
    enum StrictTest: Equatable {
        /// The closure resolves a real dependency from a container of the test.
        case reportsRealDependency
        /// The same, after the operation of `withChildContainer` has ended in the closure's task.
        case reportsEndedOperation
        /// The closure resolves from the container of the process, on no test's task.
        case reportsEscape
        /// Nothing, for this reason.
        case isSilent(String)
        /// The closure sees the intended container, so there is no remedy.
        case hasNothingToReport

        var description: String {
            switch self {
            case .reportsRealDependency: "yes"
            case .reportsEndedOperation: "yes, and says that the child has ended"
            case .reportsEscape: "yes, as an escape"
            case .isSilent(let reason): "no: \(reason)"
            case .hasNothingToReport: ""
            }
        }
    }

    /// The label of the container that the user means.
    static let intended = "the intended container's"

    let table: Table
    let place: String
    let sees: String
    let write: String
    let strictTest: StrictTest
    let location: SourceLocation

    /// A place where a closure does not see the container that the user means.
    init(
        _ table: Table,
        _ place: String,
        sees: String,
        write: String,
        strictTest: StrictTest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        (self.table, self.place, self.sees, self.write) = (table, place, sees, write)
        (self.strictTest, location) = (strictTest, sourceLocation)
    }

    /// A place where a closure sees the container that the user means.
    init(_ table: Table, _ place: String, sees: String, sourceLocation: SourceLocation = #_sourceLocation) {
        self.init(
            table,
            place,
            sees: sees,
            write: "nothing",
            strictTest: .hasNothingToReport,
            sourceLocation: sourceLocation
        )
    }

    /// Compares what the place says with what closures see, without and with the remedy, in a plain and in a strict test.
    ///
    /// - Parameters:
    ///   - outer: The label of the container around both.
    ///   - forgotten: Returns the label that the closure has seen without the remedy.
    ///   - remedied: Returns the label that it has seen with the remedy.
    func check(
        within outer: String = "the test's",
        _ forgotten: @Sendable () async throws -> String,
        remedied: (@Sendable () async throws -> String)? = nil
    ) async throws {
        let seen = try await label(seenBy: forgotten, within: outer)
        #expect(seen == sees, sourceLocation: location)
        let report = try await strictTest(of: forgotten)
        #expect(report == reported, sourceLocation: location)
        guard seen == sees, report == reported else { return }

        if let remedied {
            let seen = try await label(seenBy: remedied, within: outer)
            #expect(seen == Self.intended, sourceLocation: location)
            let report = try await strictTest(of: remedied)
            #expect(report == nil, sourceLocation: location)
            guard seen == Self.intended, report == nil else { return }
        }
        try writeRow()
    }

    /// What a strict test is expected to report.
    private var reported: StrictTest? {
        switch strictTest {
        case .isSilent, .hasNothingToReport: nil
        case .reportsRealDependency, .reportsEndedOperation, .reportsEscape: strictTest
        }
    }

    private func label(
        seenBy operation: @Sendable () async throws -> String,
        within outer: String
    ) async throws -> String {
        try await withContainer {
            $0.label.override { outer }
        } operation: {
            try await operation()
        }
    }

    /// Runs an operation as a strict test that replaces nothing, and returns what that reports.
    private func strictTest(of operation: @Sendable () async throws -> String) async throws -> StrictTest? {
        let messages = Seen()
        try await withKnownIssue(isIntermittent: true) {
            try await withTestContainer(.strict) { _ = try await operation() }
        } matching: { issue in
            guard issue.error == nil else { return false }
            messages.note(issue.comments.map(\.rawValue).joined())
            return true
        }
        let all = await messages.all()
        for message in all {
            if message.contains("was resolved from the container of the process") { return .reportsEscape }
            if message.contains("its operation has ended in this task") { return .reportsEndedOperation }
            if message.contains("this strict test used the real") { return .reportsRealDependency }
        }
        #expect(all.isEmpty, "other issues", sourceLocation: location)
        return nil
    }

    /// Appends the row to the file that `WIRING_PLACES` names.
    private func writeRow() throws {
        guard let path = ProcessInfo.processInfo.environment["WIRING_PLACES"] else { return }
        let cells = [table.rawValue, place, sees, write, strictTest.description]
        let line = "\(location.fileName)\t\(location.line)\t\(cells.joined(separator: "\t"))\n"
        let file = try #require(FileHandle(forWritingAtPath: path), "\(path) cannot be written")
        try file.seekToEnd()
        try file.write(contentsOf: Data(line.utf8))
        try file.close()
    }
}
