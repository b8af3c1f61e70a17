import Testing
public import Wiring

/// Runs an operation with its own ``Container/shared``, as the trait `.container` runs a test. With `.strict`, it makes an
/// XCTest test strict.
///
/// ```swift
/// override func invokeTest() {
///     withTestContainer(.strict, allowing: \.weatherReport) {
///         super.invokeTest()
///     }
/// }
/// ```
/// The operation begins with an empty container. If the options contain `.inheriting`, it begins with a copy of the
/// current one, as with `withContainer(changes:operation:)`. ``ContainerTraitOptions`` documents what is checked; here,
/// the operation is the test. Within a strict test, the operation is strict, too, and allows what the test allows.
///
/// An issue belongs to the Swift Testing test that runs the operation, or else to the XCTest test that is running.
/// Without a test, issues have no effect. An issue on the operation's task or one of its child tasks is recorded
/// immediately, and any other issue when the operation ends. An issue that has no line of its own is recorded at the
/// line of this call. The same failure is reported once for each operation, except that each use of an unimplemented
/// dependency on the operation's task is reported, and each failure that `withKnownIssue` expects.
///
/// If the operation throws, unused replacements are not reported. In XCTest, that applies to any error that is thrown
/// on the operation's thread, because XCTest catches a test's errors itself.
///
/// A test need not use what a nested `withContainer` replaces, or what `dependencies` names.
///
/// Containers of other types stay as they are, and are not checked. `withTestContainer(_:for:_:allowing:operation:)` names types.
///
/// If the operation is asynchronous, write `await` before the call. It runs with the caller's isolation.
///
/// - Parameters:
///   - options: What the operation begins with, and whether it is strict.
///   - dependencies: Dependencies that may be real or unimplemented, and need not be used, as with ``AllowTrait``.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
@discardableResult
public func withTestContainer<each Dependency: DeclaredDependency, Output: ~Copyable, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    operation: () throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try isolation.runAsTest(operation)
}

/// The same with an asynchronous operation. See `withTestContainer(_:allowing:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withTestContainer<each Dependency: DeclaredDependency, Output: ~Copyable, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    operation: () async throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try await isolation.runAsTest(operation)
}

/// Runs an operation with its own ``Container/shared``, which a closure changes first. See
/// `withTestContainer(_:allowing:operation:)`.
///
/// In `invokeTest()`, `changes` runs for every test of the class, and each test must use what it replaces.
///
/// If a closure is asynchronous, write `await` before the call. Both closures then run with the caller's isolation.
///
/// - Parameters:
///   - options: What the operation begins with, and whether it is strict.
///   - dependencies: Dependencies that may be real or unimplemented, and need not be used.
///   - changes: Changes the container, which is already the shared one, before the operation begins.
///   - operation: Runs on the caller's thread.
/// - Throws: What the changes or the operation throw. If the changes throw nothing, the error has the type that the operation throws.
///   If they throw, the operation does not run.
// Without a default for `changes`, because a call of a function that rethrows must then be marked with `try`.
@_disfavoredOverload
@discardableResult
public func withTestContainer<each Dependency: DeclaredDependency, Output: ~Copyable, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) throws -> Void,
    operation: () throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) rethrows -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try isolation.runAsTest {
        try changes(Container.shared)
        return try operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withTestContainer(_:allowing:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withTestContainer<each Dependency: DeclaredDependency, Output: ~Copyable, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) -> Void,
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

/// The same with asynchronous closures. See `withTestContainer(_:allowing:changes:operation:)`.
@_documentation(visibility: internal)
@_disfavoredOverload
@discardableResult
public func withTestContainer<each Dependency: DeclaredDependency, Output: ~Copyable, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) async throws -> Void,
    operation: () async throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async rethrows -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let isolation = TestIsolation(options, allowing: repeat each dependencies, at: location)
    return try await isolation.runAsTest {
        try await changes(Container.shared)
        return try await operation()
    }
}

/// The same with changes that throw nothing. It keeps the type of the error. See `withTestContainer(_:allowing:changes:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withTestContainer<each Dependency: DeclaredDependency, Output: ~Copyable, Failure: Error>(
    _ options: ContainerTraitOptions,
    allowing dependencies: repeat KeyPath<Container, each Dependency>,
    changes: (Container) async -> Void,
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

// MARK: - Several types

/// Runs an operation with its own containers of several types, as `.container(for:)` runs a test. With `.strict`, it makes an
/// XCTest test strict.
///
/// ```swift
/// override func invokeTest() {
///     withTestContainer(.strict, for: Container.self, PaymentContainer.self, allowing: \PaymentContainer.gateway) {
///         super.invokeTest()
///     }
/// }
/// ```
/// It works as `withTestContainer(_:allowing:operation:)` does for ``Container``, also with an asynchronous operation. To change the
/// containers, begin the operation with the changes.
///
/// - Parameters:
///   - options: What the operation begins with, and whether it is strict.
///   - first: A container type.
///   - others: Further container types.
///   - dependencies: Dependencies that may be real or unimplemented, and need not be used, as with ``AllowTrait``.
///   - operation: Runs on the caller's thread.
/// - Returns: The result of the operation.
/// - Throws: What the operation throws.
@discardableResult
public func withTestContainer<
    First: TaskLocalContainer,
    each Other: TaskLocalContainer,
    each Root: TaskLocalContainer,
    each Dependency: DeclaredDependency,
    Output: ~Copyable,
    Failure: Error
>(
    _ options: ContainerTraitOptions,
    for first: First.Type,
    _ others: repeat (each Other).Type,
    allowing dependencies: repeat KeyPath<each Root, each Dependency>,
    operation: () throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var specification = TraitSpecification()
    specification.isolate(First.taskLocal, options, First.init)
    repeat specification.isolate((each Other).taskLocal, options, (each Other).init)
    let allowed = declarations(repeat each dependencies)
    let isolation = TestIsolation(specification, allowing: allowed, at: location)
    return try isolation.runAsTest(operation)
}

/// The same with an asynchronous operation. See `withTestContainer(_:for:_:allowing:operation:)`.
@_documentation(visibility: internal)
@discardableResult
public func withTestContainer<
    First: TaskLocalContainer,
    each Other: TaskLocalContainer,
    each Root: TaskLocalContainer,
    each Dependency: DeclaredDependency,
    Output: ~Copyable,
    Failure: Error
>(
    _ options: ContainerTraitOptions,
    for first: First.Type,
    _ others: repeat (each Other).Type,
    allowing dependencies: repeat KeyPath<each Root, each Dependency>,
    operation: () async throws(Failure) -> Output,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws(Failure) -> Output {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var specification = TraitSpecification()
    specification.isolate(First.taskLocal, options, First.init)
    repeat specification.isolate((each Other).taskLocal, options, (each Other).init)
    let allowed = declarations(repeat each dependencies)
    let isolation = TestIsolation(specification, allowing: allowed, at: location)
    return try await isolation.runAsTest(operation)
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
        let allowed = declarations(repeat each dependencies)
        var specification = TraitSpecification()
        specification.isolate(Container.$shared, options, Container.init)
        self.init(specification, allowing: allowed, at: location)
    }
}

/// The declarations that key paths name.
private func declarations<each Root: TaskLocalContainer, each Dependency: DeclaredDependency>(
    _ dependencies: repeat KeyPath<each Root, each Dependency>
) -> [Declaration] {
    var declarations: [Declaration] = []
    repeat declarations.append((each Root).forDeclarations[keyPath: each dependencies].checked)
    return declarations
}
