public import Wiring

#if canImport(FoundationNetworking)
    public import class FoundationNetworking.URLSession
#else
    public import class Foundation.URLSession
#endif

extension Container {
    /// The session for requests: `URLSession.shared` in a program.
    ///
    /// In a test, resolving it fails the test and returns `URLSession.shared`. Override it with a session whose configuration
    /// has a `URLProtocol` that answers, or allow it with the trait `.allow(\.urlSession)`.
    public var urlSession: Factory<URLSession> {
        self { .shared }.onTest {
            UnimplementedUse.ofCurrentResolution.report()
            return .shared
        }
    }
}
