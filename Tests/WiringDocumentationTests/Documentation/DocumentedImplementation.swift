import Testing
import WiringAsync
public import WiringFixtures
public import WiringModules
public import WiringTesting

// An implementation of an interface of another module, from the article *Composing a program from modules*.

// Composing.md: public enum LiveAnalytics

// Composing.md: extension CheckoutContainer: AutoRegistering

/// The tests expect issues, which are not printed.
@Suite(.compactMapIssues { $0.isFailure ? $0 : nil }) struct DocumentedImplementation {
    // Composing.md: func tracksAnOrder

    // Composing.md: func sendsAnOrder

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
