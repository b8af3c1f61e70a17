public import Wiring

// The interface of the article *Composing a program from modules*. Another module implements it.

public struct AnalyticsClient: Sendable {
    public var track: @Sendable (String) -> String

    public init(track: @escaping @Sendable (String) -> String) { self.track = track }

    static let notInstalled = AnalyticsClient(track: unimplemented("track", placeholder: ""))
}

extension CheckoutContainer {
    public var analytics: Factory<AnalyticsClient> { self { .notInstalled }.onTest { .notInstalled } }
}
