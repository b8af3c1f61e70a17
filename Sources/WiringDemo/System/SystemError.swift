import Foundation

/// What the operating system answered when it refused something.
package struct SystemError: Error, CustomStringConvertible {
    /// Its number, as in `errno`.
    package let code: Int32

    /// Takes the number of the system's last refusal on this thread.
    package init() { code = errno }

    /// The system's words for it.
    package var description: String { String(cString: strerror(code)) }

    package var isBrokenPipe: Bool { code == EPIPE }
}
