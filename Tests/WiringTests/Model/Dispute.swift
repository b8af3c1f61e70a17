import Foundation

/// A place where the library does something else than its documentation says. Until that is settled, the model does what the
/// library does for the ones that are open.
enum Dispute: CaseIterable {
    /// An instance takes the place of the one that another scope has kept in the container.
    case oneInstanceForAllScopes

    /// `WIRING_MODEL_SETTLED` names those for which the model follows the documentation.
    private static let open: Set<Dispute> = {
        let settled = ProcessInfo.processInfo.environment["WIRING_MODEL_SETTLED"] ?? ""
        return Set(allCases).filter { !settled.split(separator: ",").contains("\($0)"[...]) }
    }()

    var isOpen: Bool { Dispute.open.contains(self) }
}
