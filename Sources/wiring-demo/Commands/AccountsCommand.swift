import Foundation
import Wiring
import WiringDemo

/// Loads accounts and lists them.
///
/// The launch arguments are checked here, but what they do is decided by the container alone.
struct AccountsCommand: Command {
    static let topic = Topic.accounts
    static let options: Set = ["--source"]

    private let source: DocumentSource?

    nonisolated init(_ words: Words) throws(WrongWords) {
        source = try words.values["--source"].map { word throws(WrongWords) in try DocumentSource(word: word) }
        for word in words.operands where LaunchArgument(rawValue: word) == nil {
            throw WrongWords("unknown word '\(word)'", Self.topic)
        }
        if words.operands.count > 1 {
            let (first, second) = (words.operands[0], words.operands[1])
            throw WrongWords("'\(second)' cannot follow '\(first)': one mock at most", Self.topic)
        }
    }

    func run() async throws {
        if let source { Container.shared.documentSource.register { source } }
        let model = Container.shared.accountsViewModel()
        await model.load()
        if let error = model.error { throw error }
        guard model.isLoaded else { throw CancellationError() }
        try StandardOutput.write(line: Self.heading(for: model.accounts.count))
        for account in model.accounts { try StandardOutput.write(line: account.description) }
    }

    private static func heading(for count: Int) -> String {
        switch count {
        case 0: "No accounts"
        case 1: "1 account"
        default: "\(count) accounts"
        }
    }
}

extension DocumentSource {
    /// Understands the value of `--source`: a path, or something with a scheme and `://`.
    fileprivate init(word: String) throws(WrongWords) {
        guard LaunchArgument(rawValue: word) == nil else {
            // The container would take it for the launch argument that it is.
            throw WrongWords("'\(word)' is a launch argument; for a file of this name write './\(word)'", .accounts)
        }
        guard let separator = word.firstRange(of: "://") else {
            self = .file(path: word)
            return
        }
        let scheme = word[..<separator.lowerBound].lowercased()
        guard ["http", "https", "file"].contains(scheme) else {
            throw WrongWords("'\(word)' is neither a path nor an http, https or file URL", .accounts)
        }
        guard let url = URL(string: word) else { throw WrongWords("'\(word)' is no URL", .accounts) }
        if scheme == "file" {
            guard url.path.hasPrefix("/") else { throw WrongWords("'\(word)' names no file", .accounts) }
            self = .file(path: url.path)
        } else {
            // Foundation knows schemes in lower case alone.
            guard let url = URL(string: scheme + word[separator.lowerBound...]) else {
                throw WrongWords("'\(word)' is no URL", .accounts)
            }
            guard let host = url.host, !host.isEmpty else { throw WrongWords("'\(word)' names no host", .accounts) }
            guard url.port.map({ (1...65535).contains($0) }) ?? true else {
                throw WrongWords("'\(word)' names no port that there is", .accounts)
            }
            self = .server(url)
        }
    }
}
