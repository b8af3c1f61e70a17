// Elsewhere a program that is no test does not find the testing library when it starts.
#if os(Linux)
    import Testing
    import WiringTesting

    extension Row {
        /// A scope of the test trait entered and left, without a test's runner.
        static let testScopes = [
            Row(".container scope", against: "TaskLocal.withValue", goal: .within(nanoseconds: 10_000)) {
                let (trait, test, container) = (ContainerTrait.container, Test.notRun, Container())
                return Comparison(
                    subject: Operation(instances: 0) { count in
                        CallingThread.run {
                            for _ in 0..<count {
                                // Holds because it throws only what the closure throws.
                                try! await trait.provideScope(for: test, testCase: nil) { consume(Container.shared) }
                            }
                        }
                    },
                    baseline: Operation(instances: 0) { count in
                        CallingThread.run {
                            for _ in 0..<count {
                                await Container.$shared.withValue(container) { () async in consume(Container.shared) }
                            }
                        }
                    }
                )
            }
        ]
    }

    extension Test {
        /// What `@Suite` expands to: the one way to a `Test` without a runner.
        fileprivate static var notRun: Test {
            __type(Row.self, traits: [], sourceLocation: #_sourceLocation)
        }
    }
#else
    extension Row {
        static let testScopes: [Row] = []
    }
#endif
