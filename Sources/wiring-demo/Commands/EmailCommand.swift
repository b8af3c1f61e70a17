import Wiring
import WiringDemo

/// Checks which e-mail addresses are available.
struct EmailCommand: Command {
    static let topic = HelpTopic.email
    static let options: Set = ["--taken"]

    private let list: String?
    private let addresses: [EmailAddress]

    nonisolated init(_ arguments: Arguments) throws(UsageError) {
        list = arguments.values["--taken"]
        guard !arguments.operands.isEmpty else { throw UsageError("an address is missing", Self.topic) }
        addresses = try arguments.operands.map { operand throws(UsageError) in
            if let address = EmailAddress(operand) { return address }
            throw UsageError("'\(operand)' is not an e-mail address", Self.topic)
        }
    }

    func run() async throws {
        let taken: TakenAddresses? = if let list { try await TakenAddressesFile(path: list).addresses() } else { nil }
        // Collects each check to await it, which keeps the lines in the order of the addresses.
        let runner = CollectingRunner()
        try await withContainer {
            $0.asyncRunner.override { runner }
            if let taken { $0.emailChecking.override { taken } }
        } operation: {
            let model = Container.shared.emailAvailabilityModel()
            for address in addresses {
                model.email = address.description
                await runner.awaitAll()
                try Task.checkCancellation()
                try StandardOutput.write(line: "\(address) \(model.isEmailAvailable ? "available" : "taken")")
            }
        }
    }
}
