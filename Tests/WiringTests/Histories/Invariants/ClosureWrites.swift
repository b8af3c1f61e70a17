import Wiring

/// Where a declaration's closure may come from, the first that has one being the one that counts.
enum ClosureLayer: CaseIterable {
    case override, context, registration

    /// What a change writes here, if it concerns a declaration.
    func write(_ change: HistoryChange, of declared: Declared) -> ClosureWrite.Value? {
        switch (change.kind, self) {
        case (.override(declared), .override), (.register(declared), .registration),
            (.registerAutomatically(declared), .registration), (.setContext(declared), .context):
            .closure(change.generation)
        case (.resetFactory(declared, let options), _), (.resetContainer(let options), _):
            isReset(by: options) ? .nothing : nil
        case (.pop, _): .unknown
        default: nil
        }
    }

    private func isReset(by options: FactoryResetOptions) -> Bool {
        options == .all || options == (self == .context ? .context : .registration)
    }
}

/// What was set in one layer of one declaration, and when.
struct ClosureWrite {
    enum Value: Hashable {
        case nothing
        case closure(Int)
        /// Whatever was there at an earlier time, or what there was before.
        case unknown
    }

    let span: Span
    let value: Value
    /// Whether this also clears what was built before.
    let isClearing: Bool
}

extension [ClosureWrite] {
    /// What one who looks within a stretch of time may find: what was written before its end, and not surely written
    /// over, by a write that began after the first was over and that was over before the stretch began.
    ///
    /// - Parameter counts: Whether a write takes the place of others.
    func values(in stretch: Span, overwrittenBy counts: (ClosureWrite) -> Bool) -> Set<ClosureWrite.Value> {
        let last = filter { $0.value != .unknown && counts($0) && $0.span.isBefore(stretch) }
        let found = filter { write in
            write.span.begin < stretch.end && !last.contains { write.span.isBefore($0.span) }
        }
        return Set(found.map(\.value))
    }
}

extension History {
    /// All that was written in one layer, beginning with nothing.
    func writes(_ layer: ClosureLayer, of place: Place) -> [ClosureWrite] {
        let (home, keeping) = (home(of: place), keeping(of: place))
        let written = changes.compactMap { change -> ClosureWrite? in
            guard change.container == place.container, let value = layer.write(change, of: place.declared) else {
                return nil
            }
            let isClearing = change.effect(on: home, keeping) == .clears
            return ClosureWrite(span: change.span, value: value, isClearing: isClearing)
        }
        return [ClosureWrite(span: Span(-2, -1), value: .nothing, isClearing: false)] + written
    }
}
