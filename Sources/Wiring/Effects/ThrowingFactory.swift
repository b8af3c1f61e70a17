/// A ``Factory`` whose closure may throw.
///
/// ```swift
/// extension Container {
///     var license: ThrowingFactory<License, LicenseError> {
///         self { () throws(LicenseError) in try License.load() }.cached
///     }
/// }
///
/// let license = try container.license()
/// ```
/// The closure runs as that of a ``Factory`` does. An error goes to all callers that wait for the instance, as the closure threw
/// it. No scope keeps it: the next caller runs the closure again. ``ContainerManager/failureObserver``
/// receives it, with the path that led to it.
public typealias ThrowingFactory<Success, Failure: Error> = ThrowingParameterFactory<Void, Success, Failure>

/// A ``ThrowingFactory`` whose closure takes a parameter.
///
/// ```swift
/// extension Container {
///     var draft: ThrowingParameterFactory<String, Sheet, any Error> { self { try Sheet(draft: $0) } }
/// }
///
/// let draft = try container.draft("letter")
/// ```
public struct ThrowingParameterFactory<P, Success, Failure: Error>: EffectfulFactory {
    @_spi(Sealed) public var base: ParameterFactory<P, Attempt<Success, Failure>>

    /// What a closure makes.
    static func product(
        of make: @escaping (P) throws(Failure) -> Success
    ) -> (P) -> Attempt<Success, Failure> {
        { parameters in Attempt(Result { () throws(Failure) in try make(parameters) }) }
    }

    @_spi(Sealed) public static func product(returning value: Success) -> Attempt<Success, Failure> {
        Attempt(.success(value))
    }

    @_spi(Sealed) public static func product(
        _ product: Attempt<Success, Failure>,
        changing change: @escaping (inout Success) -> Void
    ) -> Attempt<Success, Failure> {
        guard case .success(var instance) = product.result else { return product }
        change(&instance)
        return Attempt(.success(instance))
    }

    /// Resolves the dependency for a parameter.
    ///
    /// - Throws: What the closure throws.
    public func callAsFunction(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency for a parameter. See ``callAsFunction(_:fileID:line:column:)``.
    public func resolve(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column))
    }

    func resolve(_ parameters: P, at call: CallSite) throws(Failure) -> Success {
        while true {
            // `nil` if a weakly stored object is gone.
            guard let result = base.resolve(parameters, at: call).result else { continue }
            do {
                let instance = try result.get()
                show(instance)
                return instance
            } catch {
                report(error, at: call)
                throw error
            }
        }
    }
}

extension ThrowingParameterFactory where P == Void {
    /// Resolves the dependency.
    ///
    /// - Throws: What the closure throws.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try resolve((), fileID: fileID, line: line, column: column)
    }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try resolve((), fileID: fileID, line: line, column: column)
    }
}

// SAFETY: The compiler cannot check this, as for `Factory`.
extension ThrowingParameterFactory: @unchecked Sendable where P: Sendable, Success: Sendable {}
