private import WiringThread

/// Stands for a dependency that a test does not expect to be used: it fails the test, and yields a placeholder so that the
/// test goes on.
///
/// ```swift
/// var screenshots: Factory<AsyncStream<Void>> {
///     self { AsyncStream { _ in } }.onTest { unimplemented("screenshots", placeholder: AsyncStream { $0.finish() }) }
/// }
/// ```
/// The issue stands at the line of this call and names the way that led to it. It reaches the test that owns the container,
/// on whatever thread; without a container of a test, the test that runs here. That goes for Swift Testing. Elsewhere, in
/// XCTest also, it writes the message to the standard error: leave the placeholder out there, and it ends the program. A
/// program that uses it links no testing library.
///
/// - Parameters:
///   - name: What the message calls it.
///   - placeholder: What is used in its place.
///   - fileID: The file in which the issue stands. Leave this and the others to their defaults.
///   - line: Its line.
///   - column: Its column.
public func unimplemented<T>(
    _ name: String,
    placeholder: @autoclosure () -> T,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T {
    UnimplementedUse(name, at: CallSite(fileID: fileID, line: line, column: column)).report()
    return placeholder()
}

/// Stands for a dependency that is a function: calling it fails the test and yields a placeholder. Resolving it does not.
/// The placeholder is what a call returns, `1` and not `{ 1 }`.
///
/// ```swift
/// var now: Factory<@Sendable () -> Double> {
///     self { { 0 } }.onTest { unimplemented("now", placeholder: 1) }
/// }
/// ```
/// See ``unimplemented(_:placeholder:fileID:line:column:)->T``. A call fails the test that makes it, also if the function was
/// made in another one, as a `static let` is that all tests share. A call that no test's task makes, but a detached task or a
/// thread, fails the test in whose container the function was resolved, once for all such calls. A function that suspends or
/// throws is made so as well.
public func unimplemented<each A, R>(
    _ name: String,
    placeholder: @autoclosure @escaping @Sendable () -> R,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each A) -> R {
    let use = UnimplementedUse(name, at: CallSite(fileID: fileID, line: line, column: column))
    return { (_: repeat each A) in
        use.report()
        return placeholder()
    }
}

/// Stands for a dependency that is a function and has no placeholder. Making and resolving it is allowed; calling it fails the
/// test.
///
/// ```swift
/// static let testValue = Analytics(fetch: unimplemented("fetch"), track: unimplemented("track"))
/// ```
/// A function with untyped `throws` then throws an error that names it. One that returns `Void`, and does not throw or throws a
/// typed error, returns. Any other ends the program with the message. See
/// ``unimplemented(_:placeholder:fileID:line:column:)-111hb`` for which test a call fails.
public func unimplemented<each A, R>(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each A) throws -> R {
    let use = UnimplementedUse(name, at: CallSite(fileID: fileID, line: line, column: column))
    return { (_: repeat each A) in
        use.report()
        throw use
    }
}

/// Stands for a dependency that is a function, does not throw and has no placeholder.
///
/// See ``unimplemented(_:fileID:line:column:)-6yua2``.
@_disfavoredOverload
public func unimplemented<each A, R>(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each A) -> R {
    let use = UnimplementedUse(name, at: CallSite(fileID: fileID, line: line, column: column))
    return { (_: repeat each A) in
        guard R.self == Void.self, let nothing = () as? R else {
            fatalError(use.message, file: use.call.fileIDText.literal, line: UInt(use.call.line))
        }
        use.report()
        return nothing
    }
}

/// Stands for a dependency that is not expected to be used: it ends the program with an error that names it.
///
/// For a type of which there is no placeholder. See
/// ``unimplemented(_:placeholder:fileID:line:column:)->T``.
// The type of the name makes this the last choice, after those for functions.
@_disfavoredOverload
public func unimplemented<T>(
    _ name: some StringProtocol,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T {
    let call = CallSite(fileID: fileID, line: line, column: column)
    fatalError(UnimplementedUse(String(name), at: call).message, file: fileID, line: line)
}

extension UnimplementedUse {
    fileprivate init(_ name: String, at call: CallSite) {
        self.init(name, at: call, owner: ObservedResolution.currentObservers.first)
    }

    package var message: String {
        let way = path.isEmpty ? "" : "\n\(path.listing)"
        let advice = path.last.map { Self.advice($0.declaration.key) } ?? ""
        return "\(name) is unimplemented and was used\(way)\(advice)"
    }

    private static func advice(_ key: String) -> String {
        FactoryContext.current.isTest
            ? "\nOverride it in this test: `container.\(key).override { … }`."
            : "\nRegister it before it is used: `container.\(key).register { … }`."
    }

    /// Reports the use to the test that uses it here, or else to the test that it was created for. Without either, it writes the
    /// message to the standard error.
    fileprivate func report() {
        if ObservedResolution.currentObservers.contains(where: { $0.useUnimplemented(self) }) || record(anywhere: false)
        {
            return
        }
        if owner?.useUnimplemented(self) == true || record(anywhere: true) { return }
        wiring_write_error("\(call): \(message)\n")
    }

    /// Records an issue of the running test.
    ///
    /// - Parameter anywhere: Whether to record it even if no test is running.
    /// - Returns: Whether it was recorded.
    private func record(anywhere: Bool) -> Bool {
        wiring_record_issue(message, call.fileID, call.line, call.column, anywhere)
    }
}

extension UnimplementedUse: CustomStringConvertible {
    package var description: String { message }
}
