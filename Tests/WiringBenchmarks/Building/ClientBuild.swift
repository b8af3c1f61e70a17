import Foundation

/// A generated package in its own folder, which can be built repeatedly.
struct ClientBuild {
    enum Configuration: String {
        case debug
        case release
    }

    let package: GeneratedPackage
    private let folder: URL

    /// Writes the package to a folder within another one.
    init(_ package: GeneratedPackage, in parent: URL) throws {
        self.package = package
        folder = parent.appending(path: "\(package.side)")
        try package.write(to: folder)
    }

    /// Builds what has changed.
    @discardableResult
    func build(_ configuration: Configuration) throws -> Command.Result {
        try Command(["swift", "build", "--package-path", folder.path, "-c", configuration.rawValue]).run()
    }

    /// Changes a comment in all files, or in one, and builds the program again.
    func rebuild(_ configuration: Configuration, comment: Int, isOneFile: Bool) throws -> Command.Result {
        try package.writeSources(to: folder, comment: comment, isOneFile: isOneFile)
        return try build(configuration)
    }

    /// Runs the program, and returns the sum that it prints.
    func sum(_ configuration: Configuration) throws -> String {
        try Command([program(configuration).path]).run().output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The built program, if its format can be read.
    func executable(_ configuration: Configuration) throws -> Executable? {
        try Executable(contentsOf: program(configuration))
    }

    private func program(_ configuration: Configuration) -> URL {
        folder.appending(path: ".build/\(configuration)/\(GeneratedPackage.program)")
    }
}

/// Calls a closure with a folder that is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "wiring-build-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
