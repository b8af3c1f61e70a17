import Wiring

extension History {
    /// No instance that is kept was given, while it was built, what a reset of the whole container took away.
    ///
    /// A construction whose instance is found after a reset was over was claimed after it, or else it was cleared. So none
    /// of the resolutions within it was given an instance whose construction began before the reset did. Containers whose
    /// saved states were restored are left out.
    var staleParts: [Fault] {
        let restored = Set(changes.filter { $0.kind == .pop }.map(\.container))
        let resets = changes.filter {
            !restored.contains($0.container) && ($0.kind == .resetContainer(.all) || $0.kind == .resetContainer(.scope))
        }
        guard !resets.isEmpty else { return [] }
        let builders = Dictionary(uses.filter(\.isConstruction).map { ($0.instance, $0) }, uniquingKeysWith: { $1 })
        let byWorker = Dictionary(grouping: uses.filter { isKeptInContainer($0.place) }, by: \.worker)
        return uses.compactMap { use in
            guard isKeptInContainer(use.place), let builder = builders[use.instance] else { return nil }
            let over = resets.filter { $0.container == use.place.container && $0.span.isBefore(use.span) }
            guard let last = over.map(\.span.begin).max() else { return nil }
            let part = byWorker[builder.worker]?.first { part in
                part.place.container == use.place.container && part.instance.begun < last
                    && part.span.begin > builder.instance.begun && part.span.end < builder.span.end
            }
            return part.map { Fault(rule: "a part from before a reset that was over", uses: [builder, $0, use]) }
        }
    }

    private func isKeptInContainer(_ place: Place) -> Bool {
        if case .inContainer = keeping(of: place) { true } else { false }
    }
}
