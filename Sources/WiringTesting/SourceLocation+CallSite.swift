import Testing

extension SourceLocation {
    /// The location of a call.
    init(_ call: CallSite, near test: SourceLocation) {
        self.init(fileID: call.fileID, line: call.line, column: call.column, near: test)
    }

    /// A location in a test's file or in another one.
    ///
    /// The core does not know file paths. In the test's own file, the path is the test's. In another file, the file's ID takes
    /// the place of the path, because the test's path does not tell the folder of that file.
    init(fileID: String, line: Int, column: Int, near test: SourceLocation?) {
        self.init(
            fileID: fileID,
            filePath: test?.fileID == fileID ? test?.filePath ?? fileID : fileID,
            line: line,
            column: column
        )
    }
}
