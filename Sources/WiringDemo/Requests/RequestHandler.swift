/// Answers one request.
package struct RequestHandler {
    let number: Int
    let user: String
    let screenshots: ScreenshotCounter
    let accountLoading: any AccountLoading
    let emailChecking: any EmailChecking

    /// Answers a line. Every error is an answer.
    func answer(_ line: [UInt8]) async -> AnsweredRequest {
        do {
            let request = try Request(line: line)
            return AnsweredRequest(number: number, user: user, kind: request.kind, text: try await text(for: request))
        } catch {
            return AnsweredRequest(number: number, user: user, kind: .error, text: "error: \("\(error)".printable)")
        }
    }

    private func text(for request: Request) async throws -> String {
        switch request {
        case .count:
            return await screenshots.text
        case .accounts:
            let accounts = try await accountLoading.accounts()
            return accounts.isEmpty ? "No accounts" : accounts.map(\.description).joined(separator: ", ")
        case .email(let address):
            let isAvailable = await emailChecking.isAvailable(address.description)
            return "\(address) \(isAvailable ? "available" : "taken")"
        }
    }
}

extension Request {
    fileprivate var kind: AnsweredRequest.Kind {
        switch self {
        case .count: .count
        case .accounts: .accounts
        case .email: .email
        }
    }
}
