import Testing
public import Wiring

// These are disfavored, because an empty array literal is a set of overrides, too.

/// Runs an operation with its own ``Container/shared``, as the trait `.container` runs a test. With `.strict`, it makes an
/// XCTest test strict.
///
/// ```swift
/// override func invokeTest() {
///     withContainer(.strict, allowing: \.weatherReport) { super.invokeTest() }
/// }
/// ```
/// ``ContainerTraitOptions`` documents what the operation begins with and what is checked; here, the operation is the test. An
/// issue on the operation's task or on one of its child tasks is recorded immediately, and any other issue when the operation
/// ends. It is an issue of the test of Swift Testing that runs the operation, or else a failure of the test of XCTest that is
/// running. Without a test, issues have no effect. The same failure is reported once for each operation, except that each use
/// of an unimplemented dependency on the operation's task is reported. If the operation throws, unused replacements are not
/// reported. An issue that has no line of its own is recorded at the line of this call.
///
/// In `invokeTest()`, `changes` runs for every test of the class, and each test must use what it replaces. A test need not use
/// what a nested `withContainer` replaces, or what `dependencies` names.
///
/// Containers of other types stay as they are, and are not checked. `withContainer(_:for:_:allowing:operation:)` names types.
///
/// - Parameters:
///   - options: What the operation begins with, and whether it is strict.
///   - dependencies: Dependencies that may be live or unimplemented, and need not be used, as with ``AllowTrait``.
///   - changes: Changes the container before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
@_disfavoredOverload
@discardableResult
public func withContainer<each Dependency: DeclaredDependency, Output, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) -> Void = { _ in },
    operation: () throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try isolation.runAsTest { () throws(Failure) in
        changes(Container.shared)
        return try operation()
    }
}

/// Runs an asynchronous operation with its own ``Container/shared``, as the trait `.container` runs a test. See
/// `withContainer(_:allowing:changes:operation:)`.
///
/// - Parameters:
///   - options: What the operation begins with, and whether it is strict.
///   - dependencies: Dependencies that may be live or unimplemented, and need not be used.
///   - changes: Changes the container before the operation begins. It may suspend.
///   - operation: Runs with the caller's isolation, as the changes do.
@_disfavoredOverload
@discardableResult
public func withContainer<each Dependency: DeclaredDependency, Output, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) async -> Void = { _ in },
    operation: () async throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try await isolation.runAsTest { () async throws(Failure) in
        await changes(Container.shared)
        return try await operation()
    }
}

/// Runs an operation with its own ``Container/shared``, changed by a closure that may throw. See
/// `withContainer(_:allowing:changes:operation:)`.
///
/// - Throws: What the changes or the operation throw. If the changes throw, the operation does not run.
@_disfavoredOverload
@discardableResult
public func withContainer<each Dependency: DeclaredDependency, Output>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) throws -> Void,
    operation: () throws -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) throws -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try isolation.runAsTest {
        try changes(Container.shared)
        return try operation()
    }
}

/// Runs an asynchronous operation with its own ``Container/shared``, changed by a closure that may suspend and throw. See
/// `withContainer(_:allowing:changes:operation:)`.
///
/// - Throws: What the changes or the operation throw. If the changes throw, the operation does not run.
@_disfavoredOverload
@discardableResult
public func withContainer<each Dependency: DeclaredDependency, Output>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) async throws -> Void,
    operation: () async throws -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try await isolation.runAsTest {
        try await changes(Container.shared)
        return try await operation()
    }
}

extension SourceLocation {
    // The macro `#_sourceLocation` is unknown to a file that imports XCTest and not Testing.
    init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.init(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
}

extension TestIsolation {
    /// An isolation of the shared `Container` for an operation.
    fileprivate init<each Dependency: DeclaredDependency>(
        _ options: ContainerTraitOptions,
        allowing dependencies: repeat KeyPath<Container, each Dependency>,
        at location: SourceLocation
    ) {
        self.init(TestReport.Subject(operationAt: location))
        let container = Container().withoutAutoRegistration
        repeat report.allow(container[keyPath: each dependencies].declaration)
        isolate(Container.$shared, options, Container.init)
    }
}
