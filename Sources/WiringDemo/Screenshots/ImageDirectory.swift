/// Counts each image file that is added to a directory as a screenshot.
package final class ImageDirectory: ScreenshotSource {
    /// The extensions of image files. Case is ignored.
    package nonisolated static let extensions: Set = ["png", "jpg", "jpeg", "heic", "gif", "tiff", "webp", "bmp"]

    private let path: String
    private let changes: AsyncStream<Void>
    private var known: Set<String> = []

    /// Begins to watch. Files that exist when this returns do not count.
    package init(path: String) async throws {
        self.path = path
        do {
            changes = try DirectoryChanges.stream(of: path)
        } catch {
            throw InputError.unreadable(path, reason: error.description)
        }
        known = try await images()
    }

    package func next() async throws -> Int? {
        for await _ in changes {
            let images = try await images()
            let new = images.subtracting(known)
            known = images
            if !new.isEmpty { return new.count }
        }
        try Task.checkCancellation()
        return nil
    }

    /// The names of the images in the directory.
    private func images() async throws -> Set<String> {
        do {
            return try await BlockingWork.run { [path] in
                Set(try DirectoryListing.files(in: path).filter(Self.isImage))
            }
        } catch let error as SystemError {
            throw InputError.unreadable(path, reason: error.description)
        }
    }

    private nonisolated static func isImage(_ name: String) -> Bool {
        guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
}
