// On other platforms, a program that is not a test does not find the testing library at startup.
#if os(Linux)
    import Testing
    import WiringTesting

    extension Row {
        /// Enters and leaves a scope of the test trait, without a test runner.
        static let testScopes = [
            Row(".container scope", against: "TaskLocal.withValue", goal: .within(nanoseconds: 10_000)) {
                let (trait, test, container) = (ContainerTrait.container, Test.notRun, Container())
                return Comparison(
                    subject: Operation(instances: 0) { count in
                        CallingThread.run {
                            for _ in 0..<count {
                                // SAFETY: It throws only what the closure throws.
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
        /// What `@Suite` expands to: the only way to create a `Test` without a runner.
        fileprivate static var notRun: Test {
            __type(Row.self, traits: [], sourceLocation: #_sourceLocation)
        }
    }
#else
    extension Row {
        static let testScopes: [Row] = []
    }
#endif
