import Foundation
import WiringDemo

extension DocumentSource {
    /// Parses the value of `--source`: a URL if it contains `://`, and a path otherwise.
    init(argument value: String) throws(UsageError) {
        guard LaunchArgument(rawValue: value) == nil else {
            // The container would treat it as a launch argument.
            throw UsageError("'\(value)' is a launch argument; for a file of this name write './\(value)'", .accounts)
        }
        guard let separator = value.firstRange(of: "://") else {
            self = .file(path: value)
            return
        }
        let scheme = value[..<separator.lowerBound].lowercased()
        guard ["http", "https", "file"].contains(scheme) else {
            throw UsageError("'\(value)' is neither a path nor an http, https or file URL", .accounts)
        }
        // Foundation only recognizes lowercase schemes.
        guard let url = URL(string: scheme + value[separator.lowerBound...]) else {
            throw UsageError("'\(value)' is not a valid URL", .accounts)
        }
        if scheme == "file" {
            guard url.path.hasPrefix("/") else { throw UsageError("'\(value)' has no path", .accounts) }
            self = .file(path: url.path)
        } else {
            guard url.host?.isEmpty == false else { throw UsageError("'\(value)' has no host", .accounts) }
            guard url.port.map({ (1...65535).contains($0) }) ?? true else {
                throw UsageError("'\(value)' has an invalid port", .accounts)
            }
            self = .server(url)
        }
    }
}
