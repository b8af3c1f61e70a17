import Wiring

extension History {
    /// No stored instance was built from an instance that a reset of the whole container cleared.
    ///
    /// An instance that is found after a completed reset was claimed after the reset, or the reset would have cleared it. None
    /// of the resolutions within its construction therefore got an instance whose construction began before the reset did.
    /// Containers whose saved states were restored are excluded.
    var staleParts: [Fault] {
        let restored = Set(changes.filter { $0.kind == .pop }.map(\.container))
        let resets = changes.filter {
            !restored.contains($0.container) && ($0.kind == .resetContainer(.all) || $0.kind == .resetContainer(.scope))
        }
        guard !resets.isEmpty else { return [] }
        let builders = builders
        let byWorker = Dictionary(grouping: uses.filter { isStoredInContainer($0.place) }, by: \.worker)
        return uses.compactMap { use in
            guard isStoredInContainer(use.place), let builder = builders[use.instance] else { return nil }
            let over = resets.filter { $0.container == use.place.container && $0.span.isBefore(use.span) }
            guard let last = over.map(\.span.begin).max() else { return nil }
            let part = byWorker[builder.worker]?.first { part in
                part.place.container == use.place.container && part.instance.begun < last
                    && part.span.begin > builder.instance.begun && part.span.end < builder.span.end
            }
            return part.map { Fault(rule: "a part from before a completed reset", uses: [builder, $0, use]) }
        }
    }

    private func isStoredInContainer(_ place: Place) -> Bool {
        if case .inContainer = storage(of: place) { true } else { false }
    }
}
