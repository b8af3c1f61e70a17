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
/// on whatever thread; without a container of a test, the test that runs here. Where no test of Swift Testing runs, as
/// outside of tests and in XCTest, it writes the message to the standard error; whether a test of XCTest fails then, is for
/// that library to say, and on Linux it does not. A program that uses it links no testing library.
///
/// - Parameters:
///   - name: What the message calls it.
///   - placeholder: What is used in its place.
///   - fileID: The file of the issue; likewise the others.
///   - filePath: Its path.
///   - line: Its line.
///   - column: Its column.
public func unimplemented<T>(
    _ name: String,
    placeholder: @autoclosure () -> T,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) -> T {
    let call = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    UnimplementedUse(name: name, path: ResolutionStack.path.listing, call: call).report(to: nil)
    return placeholder()
}

/// Stands for a dependency that is a function: to call it fails the test, and yields a placeholder. To resolve it does not.
///
/// ```swift
/// var now: Factory<@Sendable () -> Double> {
///     self { { 0 } }.onTest { unimplemented("now", placeholder: 1) }
/// }
/// ```
/// See ``unimplemented(_:placeholder:fileID:filePath:line:column:)->T``. A call anywhere reaches the test in
/// whose container the function was resolved: each call on the test's task, and once those that are made elsewhere. A
/// function that suspends or throws is made so as well.
public func unimplemented<each A, R>(
    _ name: String,
    placeholder: @autoclosure @escaping @Sendable () -> R,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each A) -> R {
    let call = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let use = UnimplementedUse(name: name, path: ResolutionStack.path.listing, call: call)
    let observer = UnimplementedUse.observer
    return { (_: repeat each A) in
        use.report(to: observer)
        return placeholder()
    }
}

/// Stands for a dependency that is not expected to be used: it ends the program with an error that names it.
///
/// For a type of which there is no placeholder. See
/// ``unimplemented(_:placeholder:fileID:filePath:line:column:)->T``.
public func unimplemented<T>(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> T {
    let path = ResolutionStack.path.listing
    fatalError(UnimplementedUse.message(name, path), file: fileID, line: line)
}

/// Something that must not be used was used.
package struct UnimplementedUse: Sendable {
    package let name: String
    /// The way that led to it, a line for each step; empty if nothing was being resolved.
    package let path: String
    /// Where it was said to be unimplemented.
    package let call: CallSite

    package var message: String { Self.message(name, path) }

    fileprivate static func message(_ name: String, _ path: String) -> String {
        let way = path.isEmpty ? "" : "\n\(path)"
        return """
            \(name) is unimplemented and was used\(way)
            Override it in this test: `container.\(name).override { … }`.
            """
    }

    /// Whom a use here is told.
    fileprivate static var observer: (any ResolutionObserver)? {
        ObservedResolution.observer ?? Container.shared.manager.currentSettings.observer
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
        if !wiring_did_fail(message, call.fileID, call.filePath, call.line, call.column) {
            wiring_write_error("\(call): \(message)\n")
        }
    }
}
