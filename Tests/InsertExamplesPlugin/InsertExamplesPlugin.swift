import Foundation
import PackagePlugin

/// Completes the files in a target's folder `Documentation` with the examples that they name: see `insert-examples`.
@main struct InsertExamplesPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let documents =
            [root.appending(path: "README.md"), root.appending(path: ".agents/skills/wiring/SKILL.md")]
            + files(in: root.appending(path: "Documentation.docc"), "md")
            + files(in: root.appending(path: "Sources"), "swift")
        let templates = files(in: target.directoryURL.appending(path: "Documentation"), "swift")
        let folder = context.pluginWorkDirectoryURL
        return [
            .buildCommand(
                displayName: "Inserting the examples of the documentation",
                executable: try context.tool(named: "insert-examples").url,
                arguments: [folder.path] + documents.map(\.path) + ["--"] + templates.map(\.path),
                inputFiles: documents + templates,
                outputFiles: templates.map { folder.appending(path: "Completed\($0.lastPathComponent)") }
            )
        ]
    }

    /// The files below a folder with an extension, in the order of their paths.
    private func files(in folder: URL, _ type: String) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == type }.sorted { $0.path < $1.path }
    }
}
