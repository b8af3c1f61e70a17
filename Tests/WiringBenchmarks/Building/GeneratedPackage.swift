import Foundation

/// A package of one program, which declares dependencies, resolves each of them twice, and prints a sum that depends on all of
/// them.
///
/// A declaration consists of a protocol, a class, and a property or function of the container. Every second one is cached.
struct GeneratedPackage {
    /// The program's name.
    static let program = "app"
    private static let declarationsPerFile = 50
    /// The library's folder, relative to this source file.
    static let library = URL(filePath: #filePath).appending(path: "../../../..").standardized.path

    let side: Side
    let workload: Workload
    let declarations: Int

    /// Writes all files to a folder.
    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: sources(in: folder), withIntermediateDirectories: true)
        try manifest.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try writeSources(to: folder, comment: 0)
    }

    /// Writes the sources again with another comment, so that a build compiles them again.
    ///
    /// - Parameter isOneFile: Whether to write only one file of declarations.
    func writeSources(to folder: URL, comment: Int, isOneFile: Bool = false) throws {
        var files = fileRanges.map { ("File\($0.lowerBound).swift", file($0)) }
        if isOneFile { files.removeSubrange(1...) } else { files.append(("Main.swift", main)) }
        for (name, text) in files {
            let text = "import \(side.module)\n\n\(text)\n// \(comment)\n"
            try text.write(to: sources(in: folder).appending(path: name), atomically: true, encoding: .utf8)
        }
    }

    private func sources(in folder: URL) -> URL { folder.appending(path: "Sources/\(Self.program)") }

    /// The declarations of each file.
    private var fileRanges: [Range<Int>] {
        stride(from: 0, to: declarations, by: Self.declarationsPerFile)
            .map { $0..<min($0 + Self.declarationsPerFile, declarations) }
    }

    private var manifest: String {
        let (package, product) =
            switch side {
            case .wiring, .wired:
                (
                    ".package(name: \"Wiring\", path: \(String(reflecting: Self.library)))",
                    ".product(name: \"Wiring\", package: \"Wiring\")"
                )
            case .byHand: ("", "")
            }
        return """
            // swift-tools-version: 6.3
            import PackageDescription

            let package = Package(
                name: "\(Self.program)",
                platforms: [.macOS(.v15)],
                dependencies: [\(package)],
                targets: [.executableTarget(name: "\(Self.program)", dependencies: [\(product)])],
                swiftLanguageModes: [.v6]
            )

            """
    }

    /// A file with declarations, and the functions that resolve them.
    private func file(_ indices: Range<Int>) -> String {
        (indices.map(declaration) + functions(resolving: indices).map(\.text)).joined(separator: "\n\n")
    }

    private func declaration(_ index: Int) -> String {
        let isLast = index % workload.chain == workload.chain - 1 || index == declarations - 1
        let members =
            isLast
            ? ["let number: Int", "init() { number = \(index) }"]
            : [
                "let next: any P\(index + 1)",
                "init(next: any P\(index + 1)) { self.next = next }",
                "var number: Int { next.number + 1 }",
            ]
        return """
            protocol P\(index): Sendable {
                var number: Int { get }
            }

            final class C\(index): P\(index) {
            \(members.map { "    " + $0 }.joined(separator: "\n"))
            }

            \(side.declaration(index, isCached: isCached(index), needing: isLast ? nil : index + 1))
            """
    }

    private func isCached(_ index: Int) -> Bool { index % 2 == 1 }

    /// The functions that resolve some declarations, each of them twice in total.
    private func functions(resolving indices: Range<Int>) -> [(name: String, text: String)] {
        guard workload.line == nil else { return [] }
        if workload.declarationsPerFunction == 1 {
            return indices.map { index in
                let resolution = "container.s\(index)().number"
                return (
                    "use\(index)",
                    "func use\(index)(_ container: Container) -> Int { \(resolution) + \(resolution) }"
                )
            }
        }
        return stride(from: indices.lowerBound, to: indices.upperBound, by: workload.declarationsPerFunction)
            .flatMap { first in
                let last = min(first + workload.declarationsPerFunction, indices.upperBound)
                let lines = (first..<last).map { "    sum += container.s\($0)().number" }.joined(separator: "\n")
                return ["use\(first)", "useAgain\(first)"].map { name in
                    (
                        name,
                        """
                        func \(name)(_ container: Container) -> Int {
                            var sum = 0
                        \(lines)
                            return sum
                        }
                        """
                    )
                }
            }
    }

    /// The function that has a line for each declaration, if there is one.
    private var longFunction: (name: String, text: String)? {
        guard let line = workload.line else { return nil }
        let lines = (0..<declarations).map { "    " + line.statement($0) }.joined(separator: "\n")
        let text = """
            @inline(never)
            func all(_ container: Container) -> Int {
                var sum = 0
            \(lines)
                sum += container.s0().number
                return sum
            }

            """
        return ("all", text)
    }

    private var main: String {
        let names = fileRanges.flatMap { functions(resolving: $0).map(\.name) } + [longFunction?.name].compactMap { $0 }
        return """
            \(side.container(caching: (0..<declarations).filter(isCached)))
            \(longFunction?.text ?? "")
            @main struct App {
                static func main() {
                    let container = Container.shared
                    var sum = 0
            \(names.map { "        sum += \($0)(container)" }.joined(separator: "\n"))
                    print(sum)
                }
            }
            """
    }
}
