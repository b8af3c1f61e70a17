import Wiring

/// The sources of a declaration's closure. The first one that has a closure applies.
enum ClosureLayer: CaseIterable {
    case override, context, registration, automatic

    /// What a change writes to this layer of a declaration; `nil` if nothing.
    func write(_ change: HistoryChange, of declared: Declared) -> ClosureWrite.Value? {
        switch (change.kind, self) {
        case (.override(declared), .override), (.register(declared), .registration),
            (.registerAutomatically(declared), .automatic), (.setContext(declared), .context):
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

/// A write to one layer of one declaration.
struct ClosureWrite {
    enum Value: Hashable {
        case nothing
        case closure(Int)
        /// An earlier value, or no change.
        case unknown
    }

    let span: Span
    let value: Value
    /// Whether this also clears what was built before.
    let isClearing: Bool
}

extension [ClosureWrite] {
    /// The values that a reader may find within a span of time: those written before its end, except those that were certainly
    /// replaced. A write certainly replaces another one if it began after the other had ended, and ended before the span began.
    ///
    /// - Parameter counts: Whether a write replaces others.
    func values(in stretch: Span, overwrittenBy counts: (ClosureWrite) -> Bool) -> Set<ClosureWrite.Value> {
        let last = filter { $0.value != .unknown && counts($0) && $0.span.isBefore(stretch) }
        let found = filter { write in
            write.span.begin < stretch.end && !last.contains { write.span.isBefore($0.span) }
        }
        return Set(found.map(\.value))
    }
}

extension History {
    /// All writes to one layer in one of the containers that apply to a place, starting with no closure.
    func writes(_ layer: ClosureLayer, in container: Int, of place: Place) -> [ClosureWrite] {
        let home = home(of: place)
        let written = changes.compactMap { change -> ClosureWrite? in
            guard change.container == container, let value = layer.write(change, of: place.declared) else { return nil }
            // A child runs its own `autoRegister()`.
            if case .registerAutomatically = change.kind, container != containers(applyingTo: place).first {
                return nil
            }
            let isClearing = effect(of: change, on: home) == .clears
            return ClosureWrite(span: change.span, value: value, isClearing: isClearing)
        }
        return [ClosureWrite(span: Span(-2, -1), value: .nothing, isClearing: false)] + written
    }
}
