import WiringDemo

/// Each image file that appears in a directory is a screenshot.
final class ImageDirectory: ScreenshotSource {
    /// What the names of images end in, in any case.
    nonisolated static let extensions: Set = ["png", "jpg", "jpeg", "heic", "gif", "tiff", "webp", "bmp"]

    private let path: String
    private let changes: AsyncStream<Void>
    private var known: Set<String> = []

    /// Begins to watch. What is there when this returns does not count.
    init(path: String) async throws {
        self.path = path
        do {
            changes = try DirectoryChanges.stream(of: path)
        } catch {
            throw InputError.unreadable(path, reason: error.description)
        }
        known = try await images()
    }

    func next() async throws -> Int? {
        for await _ in changes {
            let images = try await images()
            let new = images.subtracting(known)
            known = images
            if !new.isEmpty { return new.count }
        }
        try Task.checkCancellation()
        return nil
    }

    /// The names of the images that are there now.
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
