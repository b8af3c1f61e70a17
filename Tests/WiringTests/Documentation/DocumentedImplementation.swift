import Testing
public import WiringFixtures
public import WiringTesting

// An implementation of an interface of another module, from the article *Composing a program from modules*, verbatim.
// `SnippetTests` compares it.

public enum LiveAnalytics: ContainerModule {
    public static func register(in container: CheckoutContainer) {
        container.analytics.register { AnalyticsClient(track: { "sent \($0)" }) }
    }
}

extension CheckoutContainer: AutoRegistering {
    public func autoRegister() { install(LiveAnalytics.self) }
}

/// The tests expect issues, which are not printed.
@Suite(.compactMapIssues { $0.isFailure ? $0 : nil }) struct DocumentedImplementation {
    @Test(
        .container(.strict, for: CheckoutContainer.self),
        .modify(\CheckoutContainer.analytics) { $0.track = { _ in "" } }
    )
    func tracksAnOrder() {
        #expect(CheckoutContainer.shared.analytics().track("order") == "")
    }

    @Test(.container(.strict, for: CheckoutContainer.self), .allow(\CheckoutContainer.analytics))
    func sendsAnOrder() {
        FactoryContext.current.isTest = false
        #expect(CheckoutContainer.shared.analytics().track("order") == "sent order")
    }

    @Test(.container(.strict, for: CheckoutContainer.self))
    func theTestValueOfAnInterfaceIsAReplacement() {
        let analytics = CheckoutContainer.shared.analytics()
        withKnownIssue {
            #expect(analytics.track("order") == "")
        } matching: {
            $0.comments.first?.rawValue.contains("`track` of CheckoutContainer.analytics is unimplemented") == true
        }
    }

    @Test(.container(.strict, for: CheckoutContainer.self))
    func anInstalledImplementationIsLive() {
        FactoryContext.current.isTest = false
        withKnownIssue {
            #expect(CheckoutContainer.shared.analytics().track("order") == "sent order")
        } matching: {
            let reason = "`autoRegister()` registers it"
            return $0.comments.first?.rawValue.contains(reason) == true
        }
    }

    /// Without an installed implementation, a program gets the value of the interface.
    @Test(.container(for: CheckoutContainer.self) { $0.analytics.reset() })
    func anInterfaceIsUnimplementedUntilItIsInstalled() {
        FactoryContext.current.isTest = false
        withKnownIssue { #expect(CheckoutContainer.shared.analytics().track("order") == "") }
    }
}
