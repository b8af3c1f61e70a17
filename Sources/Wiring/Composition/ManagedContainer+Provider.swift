extension ManagedContainer {
    /// Returns a provider of a dependency of this container. See ``Provider``.
    ///
    /// It takes a key path, because a factory value's closure captures its container.
    ///
    /// - Parameter dependency: The declaration, `\.connection`. It is read now and at each resolution.
    public func provider<Instance>(_ dependency: KeyPath<Self, Factory<Instance>>) -> Provider<Instance> {
        Provider(UnretainedFactory(dependency, in: visible))
    }

    /// Returns a provider of a dependency that takes a parameter. See ``Provider``.
    ///
    /// - Parameter dependency: The declaration, `\.letter`. It is read now and at each resolution.
    public func provider<Parameter, Instance>(
        _ dependency: KeyPath<Self, ParameterFactory<Parameter, Instance>>
    ) -> ParameterProvider<Parameter, Instance> {
        ParameterProvider(UnretainedFactory(dependency, in: visible))
    }

    /// Returns a provider of a dependency whose closure may throw. See ``Provider``.
    ///
    /// - Parameter dependency: The declaration. It is read now and at each resolution.
    public func provider<Parameter, Success, Failure>(
        _ dependency: KeyPath<Self, ThrowingParameterFactory<Parameter, Success, Failure>>
    ) -> ThrowingParameterProvider<Parameter, Success, Failure> {
        ThrowingParameterProvider(UnretainedFactory(dependency, in: visible))
    }

    /// Returns a provider of a dependency whose closure may await and throw. See ``Provider``.
    ///
    /// - Parameter dependency: The declaration. It is read now and at each resolution.
    public func provider<Parameter, Success, Failure>(
        _ dependency: KeyPath<Self, AsyncParameterFactory<Parameter, Success, Failure>>
    ) -> AsyncParameterProvider<Parameter, Success, Failure> {
        AsyncParameterProvider(UnretainedFactory(dependency, in: visible))
    }
}
