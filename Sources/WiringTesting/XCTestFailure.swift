import Testing
import WiringTestingHook

/// A failure of the XCTest test that is running. XCTest's function is found at run time, because a library that links XCTest makes
/// every test load it.
enum XCTestFailure {
    private typealias Function = @convention(thin) (String, StaticString, UInt) -> Void

    /// Fails the running XCTest test. Does nothing if none is running, or if the process has not loaded XCTest.
    static func record(_ message: String, at location: SourceLocation) {
        guard let address = wiring_testing_xctest_failure() else { return }
        // SAFETY: The symbol's mangled name has the types of the parameters.
        let fail = unsafeBitCast(address, to: Function.self)
        fail(message, StaticString(copying: location.filePath), UInt(location.line))
    }

    /// How many errors a test of XCTest has thrown on this thread, caught or not; constant if XCTest is not running tests.
    ///
    /// XCTest catches the error of a test, such as an `XCTSkip`, within `invokeTest()`, and tells nobody.
    static var throwCount: UInt {
        guard Test.current == nil, wiring_testing_xctest_failure() != nil else { return 0 }
        return wiring_testing_throw_count()
    }
}

extension StaticString {
    /// A copy that is never freed: a static string lives as long as the program.
    fileprivate init(copying text: String) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = copy.initialize(from: text.utf8)
        // SAFETY: The layout of `StaticString` is frozen: address, length, and flags, of which none is set for UTF-8.
        self = unsafeBitCast((UInt(bitPattern: copy.baseAddress), copy.count, UInt8(0)), to: StaticString.self)
    }
}
