private import WiringThread

extension DeclaredIsolation {
    /// The isolation of the declarations that this process has read. Empty in a release build.
    private static let noted = Protected<[Declaration: DeclaredIsolation]>([:])

    /// The isolation of a declaration, if that has been read; `nil` in a release build.
    package static func of(_ declaration: Declaration) -> Self? { noted.withLock { $0[declaration] } }

    static func note(_ actor: any Actor, of declaration: Declaration) {
        guard of(declaration) == nil else { return }
        // A user's actor is asked for without the lock.
        let isolation = DeclaredIsolation(actor)
        noted.withLock { $0[declaration] = isolation }
    }
}

extension Actor {
    /// Whether the calling code is known to run elsewhere than on this actor.
    ///
    /// Code that another actor with the same executor runs is on this actor. For an actor other than the main actor, this is known
    /// only in a task, and on Apple's platforms only since version 26 of the systems.
    nonisolated var isKnownNotToRunThisCode: Bool {
        let executor = unownedExecutor
        let words = executor.words
        guard words != MainActor.sharedUnownedExecutor.words else { return wiring_is_off_main_actor() }
        guard wiring_is_off_executor(words.identity, words.implementation) else { return false }
        // An actor without an executor of its own has no witness table, and must not be asked.
        guard words.implementation != 0 else { return true }
        // Code can enter an executor without the runtime's knowledge, as in `queue.sync { … }`.
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
            return executor.asSerialExecutor()?.isIsolatingCurrentContext() != true
        }
        return true
    }
}

extension UnownedSerialExecutor {
    /// The runtime's reference to the executor.
    fileprivate var words: (identity: UnsafeRawPointer?, implementation: UInt) {
        // SAFETY: It is two words, and this value is nothing else. The actor, which the caller has, retains its executor.
        unsafeBitCast(self, to: (identity: UnsafeRawPointer?, implementation: UInt).self)
    }
}
