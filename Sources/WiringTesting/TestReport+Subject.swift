import Testing

extension TestReport {
    /// The subject of a report: a test of Swift Testing, or an operation of `withTestContainer`, which may be a
    /// test of XCTest.
    struct Subject {
        /// `nil` for an operation.
        let test: Test.ID?
        let name: String
        let location: SourceLocation
    }
}

extension TestReport.Subject {
    init(_ test: Test) { self.init(test: test.id, name: test.name, location: test.sourceLocation) }

    /// An operation that is strict at a line.
    init(operationAt location: SourceLocation) {
        self.init(test: nil, name: "withTestContainer at \(location.fileID):\(location.line)", location: location)
    }
}
