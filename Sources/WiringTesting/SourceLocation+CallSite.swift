import Testing

extension SourceLocation {
    /// The location of a call.
    init(_ call: CallSite, of test: Test) {
        self.init(fileID: call.fileID, line: call.line, column: call.column, of: test)
    }

    /// A location in a test's file or in another one.
    ///
    /// The core does not know file paths. In the test's own file, the path is the test's. In another file, the file's ID takes
    /// the place of the path, because the test's path does not tell the folder of that file.
    init(fileID: String, line: Int, column: Int, of test: Test?) {
        let own = test?.sourceLocation
        self.init(
            fileID: fileID,
            filePath: own?.fileID == fileID ? own?.filePath ?? fileID : fileID,
            line: line,
            column: column
        )
    }
}
