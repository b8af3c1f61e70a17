/// A closure of an actor, to be called by code that runs on the actor.
struct ActorClosure<Input, Output>: Sendable {
    /// The closure without its isolation. Call it only on the actor.
    let closure: @Sendable (Input) -> Output
    private let actor: (any Actor)?

    // Earlier systems cannot describe the type of a closure of any actor, which the cast needs.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    init(_ closure: @escaping @isolated(any) @Sendable (Input) -> Output) {
        actor = closure.isolation
        // SAFETY: The isolation is a part of what a closure captures, and not of how it is called. The callers ensure that code on the
        // actor calls it: `run`, or the declaration that it replaces, which is isolated to the same actor.
        self.closure = unsafeBitCast(closure, to: (@Sendable (Input) -> Output).self)
    }

    init(onMainActor closure: @escaping @MainActor @Sendable (Input) -> Output) {
        actor = MainActor.shared
        // SAFETY: The isolation to a global actor is a part of the closure's type only. Code on the main actor calls it: `run`, or the
        // declaration that it replaces, which is isolated to the main actor.
        self.closure = unsafeBitCast(closure, to: (@Sendable (Input) -> Output).self)
    }

    /// Runs a body that calls the closure, on the closure's actor.
    func run<Result: Sendable, Failure: Error>(
        _ body: @Sendable (@Sendable (Input) -> Output) throws(Failure) -> Result
    ) async throws(Failure) -> Result { try await Self.run(on: actor) { () throws(Failure) in try body(closure) } }

    private static func run<Result: Sendable, Failure: Error>(
        on actor: isolated (any Actor)?,
        _ body: @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result { try body() }
}
