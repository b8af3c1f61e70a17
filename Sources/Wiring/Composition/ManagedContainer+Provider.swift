extension ManagedContainer {
    /// Returns a provider of a dependency of this container. See ``Provider``.
    ///
    /// It takes a key path, because a factory value's closure captures its container.
    ///
    /// - Parameter dependency: The declaration, `\.connection`. It is read now and at each resolution.
    public func provider<T>(_ dependency: KeyPath<Self, Factory<T>>) -> Provider<T> {
        Provider(UnretainedFactory(dependency, in: visible))
    }

    /// Returns a provider of a dependency that takes a parameter. See ``Provider``.
    ///
    /// - Parameter dependency: The declaration, `\.letter`. It is read now and at each resolution.
    public func provider<P, T>(_ dependency: KeyPath<Self, ParameterFactory<P, T>>) -> ParameterProvider<P, T> {
        ParameterProvider(UnretainedFactory(dependency, in: visible))
    }

    /// Returns a provider of a dependency whose closure may throw. See ``Provider``.
    ///
    /// - Parameter dependency: The declaration. It is read now and at each resolution.
    public func provider<P, Success, Failure>(
        _ dependency: KeyPath<Self, ThrowingParameterFactory<P, Success, Failure>>
    ) -> ThrowingParameterProvider<P, Success, Failure> {
        ThrowingParameterProvider(UnretainedFactory(dependency, in: visible))
    }

    /// Returns a provider of a dependency whose closure may await and throw. See ``Provider``.
    ///
    /// - Parameter dependency: The declaration. It is read now and at each resolution.
    public func provider<P, Success, Failure>(
        _ dependency: KeyPath<Self, AsyncParameterFactory<P, Success, Failure>>
    ) -> AsyncParameterProvider<P, Success, Failure> {
        AsyncParameterProvider(UnretainedFactory(dependency, in: visible))
    }
}
