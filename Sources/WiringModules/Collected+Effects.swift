public import Wiring
public import WiringAsync

extension Collected {
    /// Contributes an asynchronous dependency of ``Container``. See `contribute(_:order:)`.
    @_documentation(visibility: internal)
    public func contribute<Success, Failure>(
        _ part: KeyPath<Container, AsyncFactory<Success, Failure>>,
        order: Int = 0,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) where Element == AsyncProvider<Success, Failure> {
        registration.contribute(part, order: order, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Contributes an asynchronous dependency of the collection's container to a collection of providers. See `contribute(_:order:)`.
    ///
    /// ```swift
    /// var caches: Collected<AsyncProvider<any Cache, any Error>> { collected() }
    ///
    /// container.caches.contribute(\.imageCache)
    /// let caches = try await container.caches.resolveAll()
    /// ```
    /// - Precondition: The collection's container, or one of its parents, is of this type.
    public func contribute<C: ManagedContainer, Success, Failure>(
        _ part: KeyPath<C, AsyncFactory<Success, Failure>>,
        order: Int = 0,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) where Element == AsyncProvider<Success, Failure> {
        registration.contribute(part, order: order, at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the parts of a collection of providers, one after the other.
    ///
    /// - Returns: The instances that the providers resolve, in the order of the parts.
    /// - Throws: The first error. The parts after it are not resolved.
    public func resolveAll<Success, Failure>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async throws(Failure) -> [Success] where Element == AsyncProvider<Success, Failure> {
        var instances: [Success] = []
        for provider in resolve(at: CallSite(fileID: fileID, line: line, column: column)) {
            instances.append(try await provider(fileID: fileID, line: line, column: column))
        }
        return instances
    }
}

extension Collected: ThrowingDependency, NonthrowingDependency, AsyncDependency {}
extension KeyedCollected: ThrowingDependency, NonthrowingDependency, AsyncDependency {}
