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
            },
            inheriting(10), inheriting(1_000),
        ]

        /// The same beside `count` declarations of the container that it copies.
        private static func inheriting(_ count: Int) -> Row {
            Row(".container(.inheriting) scope beside \(count)", against: ".container scope") {
                let (inheriting, trait, test) = (
                    ContainerTrait.container(.inheriting), ContainerTrait.container, Test.notRun
                )
                let container = Container()
                for number in 0..<count {
                    container.declared(number).override { Service() }
                    consume(container.declared(number)())
                }
                func enter(_ trait: ContainerTrait<Container>, instances: Int) -> Operation {
                    Operation(instances: instances) { count in
                        CallingThread.run {
                            await Container.$shared.withValue(container) { () async in
                                for _ in 0..<count {
                                    // SAFETY: It throws only what the closure throws.
                                    try! await trait.provideScope(for: test, testCase: nil) {
                                        consume(Container.shared.declared(0)())
                                    }
                                }
                            }
                        }
                    }
                }
                return Comparison(subject: enter(inheriting, instances: 0), baseline: enter(trait, instances: 1))
            }
        }
    }

    extension Container {
        /// Declarations on separate lines.
        fileprivate func declared(_ number: Int) -> Factory<Service> {
            self(line: UInt(number)) { Service() }.cached
        }
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
