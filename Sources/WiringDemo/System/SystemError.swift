import Foundation

/// An error of the operating system.
package struct SystemError: Error, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    /// Takes the error of the last failed call on this thread.
    package init() { code = errno }

    /// The system's description.
    package var description: String { String(cString: strerror(code)) }

    package var isBrokenPipe: Bool { code == EPIPE }
}
