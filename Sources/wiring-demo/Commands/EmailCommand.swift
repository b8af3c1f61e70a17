import Wiring
import WiringDemo

/// Tells which e-mail addresses are available.
struct EmailCommand: Command {
    static let topic = Topic.email
    static let options: Set = ["--taken"]

    private let list: String?
    private let addresses: [EmailAddress]

    nonisolated init(_ words: Words) throws(WrongWords) {
        list = words.values["--taken"]
        guard !words.operands.isEmpty else { throw WrongWords("an address is missing", Self.topic) }
        addresses = try words.operands.map { word throws(WrongWords) in
            if let address = EmailAddress(word) { return address }
            throw WrongWords("'\(word)' is no e-mail address", Self.topic)
        }
    }

    func run() async throws {
        // Each check is waited for, so that the lines come in the order of the addresses.
        let runner = CollectingRunner()
        Container.shared.asyncRunner.register { runner }
        if let list {
            let taken = try await TakenAddressesFile(path: list).addresses()
            Container.shared.emailChecking.register { taken }
        }
        let model = Container.shared.emailAvailabilityModel()
        for address in addresses {
            model.email = address.description
            await runner.awaitAll()
            try Task.checkCancellation()
            try StandardOutput.write(line: "\(address) \(model.isEmailAvailable ? "available" : "taken")")
        }
    }
}
