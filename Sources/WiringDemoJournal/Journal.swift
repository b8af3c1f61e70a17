import WiringDemo

/// Records each answered request in the store.
struct Journal: RequestPlugin {
    let store: any RecordStore

    func requestAnswered(_ request: AnsweredRequest) async throws { try await store.append(request.record) }
}
