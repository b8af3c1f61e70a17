import Testing
import WiringAsync
public import WiringModules
import WiringTestSupport
public import WiringTesting

// The code of the article *Composing a program from modules*.

// Composing.md: public final class StoreContainer

// Composing.md: public enum ReceiptModule

// Composing.md: extension StoreContainer: AutoRegistering

// Composing.md: struct CheckoutStep

// Composing.md: var caches

struct StepCache: Sendable {
    static func open() async throws -> StepCache { StepCache() }
}

// Composing.md: var formats

// Composing.md: final class Sessions

@Suite(.container) struct DocumentedComposition {
    private let printed = Printed()
    private func print(_ value: Any) { printed.add(value) }

    @Test func installModules() {
        // Composing.md: print(StoreContainer().receipt())  // sent receipt
        #expect(printed.lines == ["sent receipt"])
    }

    @Test func decorateAnInstance() {
        // Composing.md: let store = StoreContainer
        #expect(printed.lines == ["<sent receipt>"])
    }

    @Test func collectAnArray() {
        // Composing.md: container.steps.contribute(\StoreContainer.paymentStep, order: 20)
        #expect(printed.lines == ["[\"address\", \"pay\"]"])
    }

    @Test func collectADictionary() {
        // Composing.md: container.formats.contribute
        #expect(printed.lines == ["pay"])
    }

    @Test func collectAsynchronousParts() async throws {
        // Composing.md: container.caches.contribute
        #expect(printed.lines == ["1"])
    }

    @Test func replaceParts() {
        // Composing.md: container.steps.contribute(\StoreContainer.paymentStep)
        #expect(printed.lines == ["[\"mock\"]", "0"])
    }

    @Test func makeInstancesLater() {
        // Composing.md: print(container.sessions().begin())  // began with pay
        #expect(printed.lines == ["began with pay"])
    }
}
