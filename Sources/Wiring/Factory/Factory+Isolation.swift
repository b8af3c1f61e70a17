extension Factory where T: Sendable {
    /// Resolves on the main actor. A ``ParameterFactory`` takes its parameter: `await container.page.resolveOnMainActor(7)`.
    ///
    /// The closure runs there, unless a scope keeps an instance or another thread is building it. Waiting for that thread
    /// blocks the main actor.
    public func resolveOnMainActor(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async -> T {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return await MainActor.run { resolve(at: call) }
    }

    /// Resolves on an actor, such as `BackgroundActor.shared` or an actor instance of your own. The closure runs there,
    /// unless a scope keeps an instance or another thread is building it. A ``ParameterFactory`` also takes `parameters:`.
    public func resolveOnGlobalActor(
        _ isolation: isolated any Actor,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }
}

extension ParameterFactory where P: Sendable, T: Sendable {
    /// Resolves on the main actor. See ``Factory/resolveOnMainActor(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func resolveOnMainActor(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async -> T {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return await MainActor.run { resolve(parameters, at: call) }
    }

    /// Resolves on an actor. See ``Factory/resolveOnGlobalActor(_:fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func resolveOnGlobalActor(
        _ isolation: isolated any Actor,
        parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }
}
