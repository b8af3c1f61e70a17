import WiringDemo

/// Counts the requests by kind, and announces and stores the counts at the end.
actor Tally: RequestPlugin {
    private let store: any RecordStore
    private let announcer: any Announcing
    private var counts: [AnsweredRequest.Kind: Int] = [:]

    init(store: any RecordStore, announcer: any Announcing) {
        self.store = store
        self.announcer = announcer
    }

    func requestAnswered(_ request: AnsweredRequest) { counts[request.kind, default: 0] += 1 }

    func finish() async {
        let kinds = AnsweredRequest.Kind.allCases.map { "\($0) \(counts[$0] ?? 0)" }
        let text = "tally: " + kinds.joined(separator: ", ")
        announcer.announce(text)
        do {
            try await store.append(text)
        } catch {
            announcer.announce("the tally is not stored: \(error)")
        }
    }
}
