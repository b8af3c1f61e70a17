/// Lets tasks continue when all of them have arrived.
actor Barrier {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of count: Int) { self.count = count }

    func wait() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            waiting.forEach { $0.resume() }
            waiting = []
        }
    }
}
