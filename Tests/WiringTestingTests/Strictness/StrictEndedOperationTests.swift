#if DEBUG
    import Testing
    import WiringFixtures
    import WiringLifecycle
    import WiringTesting

    extension Container {
        fileprivate var reader: Factory<String> { self { "nobody" } }
    }

    private let declaration = 8
    private let change = 16

    private func serve() {
        withChildContainer {
            $0.reader.override { "Ada" }
        } operation: {
            #expect(Container.shared.reader() == "Ada")
        }
    }

    /// A strict test fails if a task resolves what a child has set after the operation of the child.
    @Suite(.failuresOnly) struct StrictEndedOperationTests {
        @Test(
            .expecting(
                """
                Wiring: Container.reader<String> was resolved at WiringTestingTests/StrictEndedOperationTests.swift:\(#line + 2) \
                without the child container that had set it at WiringTestingTests/StrictEndedOperationTests.swift:\(change), because \
                its operation has ended in this task
                """,
                "      Container.reader<String>  WiringTestingTests/StrictEndedOperationTests.swift:\(declaration)",
                "`withChildContainer` ends the child when its operation returns*",
                """
                If the test wants the value outside of the child, write `.override(\\.reader) { … }` or \
                `container.reader.override { … }` or `.allow(\\.reader)`.
                """,
                at: #line + 2
            ),
            .container(.strict)
        ) func aResolutionAfterTheOperationFailsTheTest() {
            serve()
            #expect(Container.shared.reader() == "nobody")
        }

        @Test(.container(.strict), .allow(\.reader)) func aTestMayAllowIt() {
            serve()
            #expect(Container.shared.reader() == "nobody")
        }

        @Test(.container(.strict), .override(\.reader) { "test" }) func anOverrideOfTheTestSaysWhatIsResolved() {
            serve()
            #expect(Container.shared.reader() == "test")
        }

        @Test(.container(.strict)) func anOverrideAfterTheOperationSaysWhatIsResolved() {
            serve()
            Container.shared.reader.override { "test" }
            #expect(Container.shared.reader() == "test")
        }

        @Test(
            .expecting("Wiring: this strict test used the real Container.reader<String>*", "…", at: #line + 2),
            .container(.strict)
        ) func anotherTaskOnlyUsesTheRealDependency() async {
            serve()
            await Task { #expect(Container.shared.reader() == "nobody") }.value
        }

        @Test(.container) func aTestThatIsNotStrictPasses() {
            serve()
            #expect(Container.shared.reader() == "nobody")
        }
    }
#endif
