import Foundation

/// Lists a directory.
package enum DirectoryListing {
    /// The names of the regular files in a directory and of the links to regular files. Bytes that are not UTF-8 are replaced.
    package static func files(in path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError() }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // SAFETY: The entry is valid until the next `readdir`, and its name is null-terminated.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) { name in
                    isRegularFile(name, in: dirfd(directory)) ? String(cString: name) : nil
                }
            }
            if let name { names.append(name) }
        }
        return names
    }

    private static func isRegularFile(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool {
        var status = stat()
        return fstatat(directory, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
