/// Fails the test that uses a dependency unexpectedly, and returns a placeholder so that the test continues.
///
/// ```swift
/// var screenshots: Factory<AsyncStream<Void>> {
///     self { AsyncStream { _ in } }
///         .onTest {
///             unimplemented(
///                 "screenshots",
///                 placeholder: AsyncStream { $0.finish() }
///             )
///         }
/// }
/// ```
/// To stop the program instead, omit the placeholder. If the test names the dependency in the trait `.allow` of
/// `WiringTesting`, nothing is recorded. A program that calls this function does not link a testing library.
///
/// The issue is recorded at the line of this call, and prints the name and the path that led to it. It belongs to the
/// test that owns the container, on any thread, or else to the Swift Testing or XCTest test that is running here.
/// XCTest runs one test at a time, so a use on any thread fails that test. The test's target must depend on
/// `WiringTesting`. If neither a test of Swift Testing nor a `withTestContainer` receives the issue, the function also
/// writes the message to standard error.
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

/// Makes a function that fails the test when it is called, and returns a placeholder. Resolving the function does not fail the
/// test. The placeholder is the result of a call: `1`, not `{ 1 }`.
///
/// ```swift
/// var now: Factory<@Sendable () -> Double> {
///     self { { 0 } }.onTest { unimplemented("now", placeholder: 1) }
/// }
/// ```
/// See ``unimplemented(_:placeholder:fileID:line:column:)->T``. A call fails the test that makes it, even if the
/// function was created in another test, as a `static let` may be. A call from a detached task or a thread fails the
/// test that was resolving when the function was created, once for all such calls. If there is no such test, the
/// message goes to standard error, and the running XCTest test fails. The result converts to a function that suspends
/// or throws.
public func unimplemented<each Argument, Result>(
    _ name: String,
    placeholder: @autoclosure @escaping @Sendable () -> Result,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
    let use = UnimplementedUse(name, at: CallSite(fileID: fileID, line: line, column: column), isFunction: true)
    return { (_: repeat each Argument) in
        use.report()
        return placeholder()
    }
}

/// Makes a function without a placeholder that fails the test when it is called. Creating or resolving the function neither
/// fails the test nor stops the program.
///
/// ```swift
/// static var testValue: Analytics {
///     Analytics(
///         fetch: unimplemented("fetch"),
///         track: unimplemented("track")
///     )
/// }
/// ```
/// When the function is called, what it does next depends on its type. With untyped `throws`, it throws an error with
/// its name and the line of this call. Otherwise, if it returns `Void`, it returns. Any other function stops the
/// program with the message. See ``unimplemented(_:placeholder:fileID:line:column:)-111hb`` for the test that a call
/// fails.
public func unimplemented<each Argument, Result>(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
    let use = UnimplementedUse(name, at: CallSite(fileID: fileID, line: line, column: column), isFunction: true)
    return { (_: repeat each Argument) in
        use.report()
        throw UnimplementedError(description: use.message)
    }
}

/// The same for a function that does not throw.
@_documentation(visibility: internal)
@_disfavoredOverload
public func unimplemented<each Argument, Result>(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
    let use = UnimplementedUse(name, at: CallSite(fileID: fileID, line: line, column: column), isFunction: true)
    return { (_: repeat each Argument) in
        guard Result.self == Void.self, let nothing = () as? Result else {
            fatalError(use.message, file: use.call.fileIDText.literal, line: UInt(use.call.line))
        }
        use.report()
        return nothing
    }
}

/// Stops the program with an error when a dependency that is not expected is used.
///
/// Use it for a type that has no placeholder. This includes functions with a noncopyable parameter, a tuple as a parameter, on which the
/// compiler crashes (Swift 6.3), or a closure that does not escape: for these, write a closure that calls `unimplemented` itself, so that
/// only a call stops the program. The trait `.allow` of `WiringTesting` does not prevent the stop. See ``unimplemented(_:placeholder:fileID:line:column:)->T``.
// The type of the name makes this the last choice of overload resolution, after those for functions.
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
    // The designated initializer does not find the owner: at `-O` with `-enable-testing`, Swift 6.3 would then lose the name.
    fileprivate convenience init(_ name: String, at call: CallSite, isFunction: Bool = false) {
        let owner = ObservedResolution.currentObservers.first { $0.events.contains(.unimplemented) }
        self.init(name, at: call, isFunction: isFunction, owner: owner)
    }

    /// A use of the dependency that is being resolved. It is reported where the dependency was resolved, or at the declaration
    /// if that is unknown.
    ///
    /// Use it for this package's declarations, whose lines mean nothing to a user.
    package static var ofCurrentResolution: UnimplementedUse {
        guard let site = ResolutionStack.path.last?.declaration.site else {
            preconditionFailure("nothing is being resolved")
        }
        let declaration = CallSite(fileID: site.fileID.literal, line: site.line, column: 1)
        return UnimplementedUse(site.key.description, at: ResolutionStack.currentCall ?? declaration)
    }

    package var message: String {
        guard let step = path.last else { return Failure.text("\(name) is unimplemented and was used\(place)") }
        let subject = isEndpoint(of: step) ? "`\(name)` of \(step.container).\(step.key)" : name
        return Failure.text("\(subject) is unimplemented and was used\(place)\n\(path.listing)\n\(advice(for: step))")
    }

    /// Whether it is a function of the dependency, and not the dependency itself.
    private func isEndpoint(of step: PathStep) -> Bool { isFunction && name != step.key }

    private var place: String { isFunction ? "\n      made at \(call)" : "" }

    private func advice(for step: PathStep) -> String {
        let advice = Advice(step)
        guard FactoryContext.current.isTest else { return "Register it before it is used: `\(advice.registering)`." }
        guard isEndpoint(of: step) else { return "Override it in this test: `\(advice.overridingWithValue)`." }
        let last = name.suffix(after: ".")
        let function = last.isEmpty ? "function" : last
        let trait = advice.modifyingTrait(function).map { ", or the trait `\($0)`" } ?? ""
        return "Give it a value in this test: `\(advice.modifying(function))`\(trait)."
    }

    /// Reports the use to the test that uses it here, or else to the test that it was created for. Without either, it writes the
    /// message to standard error.
    package func report() {
        if ObservedResolution.currentObservers.contains(where: { $0.useUnimplemented(self) })
            || call.recordIssue(message, anywhere: false) || owner?.useUnimplemented(self) == true
        {
            return
        }
        call.report(message)
    }
}

/// What an unimplemented function without a placeholder throws.
private struct UnimplementedError: Error, CustomStringConvertible {
    let description: String
}
