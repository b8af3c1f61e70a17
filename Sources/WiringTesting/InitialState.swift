import Wiring
import WiringInspection

/// What was set in a container before its test changed it, and the context.
///
/// What was set is a copy of the container, which takes over what it is asked for. So it costs no more in a large container.
struct InitialState {
    private let manager = ContainerManager()
    let context: FactoryContext

    init(of manager: ContainerManager) {
        context = manager.context
        self.manager.inherit(from: manager)
    }

    func contains(_ replacement: ObservedResolution.Replacement) -> Bool {
        let dependency = replacement.collection ?? replacement.dependency
        return layer(of: dependency)?.replacements(of: dependency).contains { $0.number == replacement.number } ?? false
    }

    func contains(_ modifier: IgnoredModifier.Identity, of dependency: Declaration) -> Bool {
        layer(of: dependency)?.modifierIdentities.contains(modifier) ?? false
    }

    private func layer(of dependency: Declaration) -> SlotState.Layer? { manager.layerSetOutside(of: dependency) }
}
