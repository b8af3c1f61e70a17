extension ManagedContainer {
    /// Declares a dependency. See ``Factory``.
    ///
    /// - Parameters:
    ///   - key: The name of the declaration, in errors and traces, and a part of its identity.
    ///   - fileID: The file of the declaration: with `line` and `column` the place that is its identity.
    ///   - line: Its line.
    ///   - column: Its column.
    ///   - factory: Makes an instance: once for each resolution, or for each instance that the scope keeps.
    @export(implementation)
    @inline(always)
    public func callAsFunction<T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping () -> T
    ) -> Factory<T> {
        Factory(self, key: key, fileID: fileID, line: line, column: column, factory)
    }

    /// Declares a dependency that takes a parameter. See ``ParameterFactory``.
    @export(implementation)
    @inline(always)
    public func callAsFunction<P, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping (P) -> T
    ) -> ParameterFactory<P, T> {
        ParameterFactory(self, key: key, fileID: fileID, line: line, column: column, factory)
    }

    /// Declares a dependency that somebody else registers, another module for instance.
    ///
    /// ```swift
    /// extension Container {
    ///     public var accounts: Factory<(any AccountLoading)?> { promised() }
    /// }
    /// ```
    /// It resolves to `nil` until then. Where the container's ``ContainerManager/promiseTriggersError`` is on, that ends
    /// the program with an error instead.
    public func promised<T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Factory<T?> {
        Factory(self, key: key, fileID: fileID, line: line, column: column) {
            self.unkeptPromise(key: key, fileID: fileID, line: line)
        }
    }

    /// Declares a dependency that takes a parameter and that somebody else registers. See
    /// ``promised(key:fileID:line:column:)-swift.method``.
    public func promised<P, T>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> ParameterFactory<P, T?> {
        ParameterFactory(self, key: key, fileID: fileID, line: line, column: column) { _ in
            self.unkeptPromise(key: key, fileID: fileID, line: line)
        }
    }

    private func unkeptPromise<T>(key: StaticString, fileID: StaticString, line: UInt) -> T? {
        guard manager.promiseTriggersError else { return nil }
        Failure.unkeptPromise(T.self, ResolutionStack.path, key: key, fileID: fileID, line: line)
    }
}
