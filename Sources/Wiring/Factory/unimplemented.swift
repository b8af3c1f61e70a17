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
    let call = CallSite(fileID: fileID, line: line, column: column)
    UnimplementedUse(name, at: call).report(to: nil)
    return placeholder()
}

/// Stands for a dependency that is a function: to call it fails the test, and yields a placeholder. To resolve it does not.
/// The placeholder is what a call returns, `1` and not `{ 1 }`.
///
/// ```swift
/// var now: Factory<@Sendable () -> Double> {
///     self { { 0 } }.onTest { unimplemented("now", placeholder: 1) }
/// }
/// ```
/// See ``unimplemented(_:placeholder:fileID:line:column:)->T``. A call anywhere reaches the test in
/// whose container the function was resolved: each call on the test's task, and once those that are made elsewhere. A
/// function that suspends or throws is made so as well.
public func unimplemented<each A, R>(
    _ name: String,
    placeholder: @autoclosure @escaping @Sendable () -> R,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each A) -> R {
    let call = CallSite(fileID: fileID, line: line, column: column)
    let use = UnimplementedUse(name, at: call)
    let observer = UnimplementedUse.observer
    return { (_: repeat each A) in
        use.report(to: observer)
        return placeholder()
    }
}

/// Stands for a dependency that is not expected to be used: it ends the program with an error that names it.
///
/// For a type of which there is no placeholder. See
/// ``unimplemented(_:placeholder:fileID:line:column:)->T``.
public func unimplemented<T>(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
) -> T {
    let call = CallSite(fileID: fileID, line: line, column: column)
    fatalError(UnimplementedUse(name, at: call).message, file: fileID, line: line)
}

/// Something that must not be used was used.
package struct UnimplementedUse: Sendable {
    package let name: String
    /// The way that led to it, a line for each step; empty if nothing was being resolved.
    package let path: String
    /// The innermost declaration of that way.
    private let key: String?
    /// Where it was said to be unimplemented.
    package let call: CallSite

    fileprivate init(_ name: String, at call: CallSite) {
        let steps = ResolutionStack.path
        self.name = name
        path = steps.listing
        key = steps.last?.declaration.site.key.description
        self.call = call
    }

    package var message: String {
        let way = path.isEmpty ? "" : "\n\(path)"
        let advice = key.map { "\nOverride it in this test: `container.\($0).override { … }`." } ?? ""
        return "\(name) is unimplemented and was used\(way)\(advice)"
    }

    /// Whom a use here is told.
    fileprivate static var observer: (any ResolutionObserver)? {
        ObservedResolution.currentObserver ?? Container.shared.manager.currentSettings.observer
    }

    /// Tells the test.
    ///
    /// - Parameter owner: Whom to tell; `nil` for whoever observes what runs here.
    fileprivate func report(to owner: (any ResolutionObserver)?) {
        if let observer = owner ?? Self.observer { return observer.useUnimplemented(self) }
        reportToCurrentTest()
    }

    /// Tells the test that runs here, if there is one.
    package func reportToCurrentTest() {
        if !wiring_did_fail(message, call.fileID, call.line, call.column) {
            wiring_write_error("\(call): \(message)\n")
        }
    }
}
