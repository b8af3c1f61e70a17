/// Suspends tasks until a number of them have arrived.
actor Barrier {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of count: Int) { missing = count }

    func wait() async {
        missing -= 1
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard missing == 0 else { return }
            waiting.forEach { $0.resume() }
            waiting = []
        }
    }
}
