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
            let mistake = MalformedJSON(error, in: document.data)
            throw AccountsError.malformed(document: document.name, place: mistake.place, reason: mistake.reason)
        }
    }
}
