extension Factory {
    /// A factory of a part of the instance, for a property that needs only that part.
    ///
    /// ```swift
    /// @DynamicInjected(\.date[\.now]) private var now
    /// ```
    /// It resolves the dependency at each resolution and keeps nothing itself. Strict tests check the dependency, not its part.
    /// To replace the part, replace the dependency: a modifier, registration, override or reset of the part stops the program.
    public subscript<Value>(_ part: KeyPath<T, Value>) -> Factory<Value> {
        registration.part { resolveFromKeyPath(at: .unknown)[keyPath: part] }
    }
}

extension ParameterFactory where P: Hashable {
    /// A factory of the instance for one parameter, for a property wrapper.
    ///
    /// ```swift
    /// @Injected(\.letter["Ada"]) private var letter
    /// ```
    /// It resolves the dependency at each resolution and keeps nothing itself. A modifier, registration, override or reset of the
    /// factory that this returns stops the program: change the dependency instead.
    public subscript(_ parameter: P) -> Factory<T> { registration.part { resolve(parameter, at: .unknown) } }
}

extension FactoryRegistration {
    /// A factory of what is made from this dependency.
    fileprivate func part<Value>(_ make: @escaping () -> Value) -> Factory<Value> {
        var part = Factory(container, Declaration.Site(partOf: site), nil, make)
        part.storedRegistration.modification = .unique(part.declaration, kind: .part)
        if ThreadRecord.recordsWires { WireRecorder.passOn(part.storedRegistration.request) { [request] } }
        return part
    }
}
