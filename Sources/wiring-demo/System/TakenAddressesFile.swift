import Foundation
import WiringDemo

/// A text file with one address per line.
struct TakenAddressesFile {
    private static let limit = 64 << 20

    let path: String

    func addresses() async throws -> TakenAddresses {
        let contents: [UInt8]
        do {
            contents = try await BlockingWork.run { [path] in try FileReading.contents(of: path, limit: Self.limit) }
        } catch let error as SystemError {
            throw InputError.unreadable(path, reason: error.description)
        }
        guard contents.count <= Self.limit else {
            throw InputError.malformed(path, line: nil, reason: "larger than \(Self.limit >> 20) MB")
        }
        var addresses: Set<EmailAddress> = []
        let lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            guard let line = String(validating: bytes, as: UTF8.self) else {
                throw InputError.malformed(path, line: index + 1, reason: "is not UTF-8")
            }
            let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            guard let address = EmailAddress(text) else {
                throw InputError.malformed(path, line: index + 1, reason: "'\(text)' is not an e-mail address")
            }
            addresses.insert(address)
        }
        return TakenAddresses(addresses)
    }
}
