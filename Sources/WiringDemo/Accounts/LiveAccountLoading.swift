import Foundation

/// Loads accounts from a JSON document.
///
/// ```json
/// { "accounts": [ { "name": "Household", "balance": 2450.10, "currency": "EUR" } ] }
/// ```
struct LiveAccountLoading: AccountLoading {
    private struct Content: Decodable {
        var accounts: [Account]
    }

    let networking: any Networking

    func accounts() async throws -> [Account] {
        let document = try await networking.document()
        do {
            return try JSONDecoder().decode(Content.self, from: document.data).accounts
        } catch {
            throw MalformedJSON(error, in: document.data).error(in: document.name)
        }
    }
}
