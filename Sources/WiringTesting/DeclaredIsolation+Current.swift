import Wiring
private import WiringThread

extension DeclaredIsolation {
    /// The global actor that the calling code may run on, if it is known. One with an executor of its own is not.
    static var current: Self? {
        guard wiring_is_off_main_actor() else { return .mainActor }
        guard let identity = wiring_default_actor() else { return nil }
        // SAFETY: An actor without an executor of its own is an object, and it exists while code runs on it.
        let object = Unmanaged<AnyObject>.fromOpaque(identity).takeUnretainedValue()
        guard let isolation = (object as? any Actor).map(DeclaredIsolation.init), case .globalActor = isolation else {
            return nil
        }
        return isolation
    }
}
