#if DEBUG  // The release build of a package does not open its internals to tests.
    import Foundation
    import Synchronization
    import Testing

    @testable import Wiring

    @Suite struct PublishedTests {
        private let scope = Scope.cached.keeper

        /// Tells where and when it goes.
        fileprivate final class Leaving: Sendable {
            let leave: @Sendable () -> Void
            init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
            deinit { leave() }
        }

        @Test func whatIsPublishedIsReadByItsScopeAlone() {
            let box = Box()
            let product = Product("product")
            let kept = Kept(product, scope: scope)
            #expect(box.isEmpty)
            box.published.publish(kept, inPlaceOf: nil)
            #expect(!box.isEmpty)
            let (own, others) = ThreadRecord.withReading {
                (
                    box.published.value(Product.self, scope: scope),
                    box.published.value(Product.self, scope: Scope.shared.keeper)
                )
            }
            #expect(own === product)
            #expect(others == nil)
            box.published.publish(nil, inPlaceOf: kept)
            #expect(box.isEmpty)
            let later = ThreadRecord.withReading { box.published.value(Product.self, scope: scope) }
            #expect(later == nil)
        }

        @Test func whatIsHeldWeaklyIsReadUntilItHasGone() {
            func check<Value>(_ make: (Product) -> Value, _ type: Value.Type = Value.self) {
                var product: Product? = Product("product")
                // Holds because it was made in the line above.
                let kept = Kept(weakly: make(product!), scope: scope)
                let box = Box()
                box.published.publish(kept, inPlaceOf: nil)
                func read() -> AnyObject? {
                    let value = ThreadRecord.withReading { box.published.value(Value.self, scope: scope) }
                    return value.flatMap { object(in: $0) }
                }
                #expect(read() === product)
                product = nil
                #expect(read() == nil)
                box.published.publish(nil, inPlaceOf: kept)
            }
            check { $0 }
            check { $0 as Product? }
            check { $0 as Any }
            check { $0 as AnyObject }
            check { $0 as any Sendable }
            check { $0 as (any Sendable)? }
            check { $0 as Product?? }
        }

        // reader                   another
        // begins to read
        //                          takes the instance out, lets it go:
        //                          waits
        // looks at the instance
        // ends
        //                          the instance goes, on this thread
        @Test func whatWasTakenOutGoesWhenReadersHaveEndedAndWhereItWasTakenOut() {
            for _ in 0..<20 {
                let (isReading, isTakenOut) = (Gate(), Gate())
                let log = Collection<String>()
                let leaving = Locked<UInt64?>(nil)
                let box = Box()
                do {
                    let kept = Kept(
                        Leaving {
                            log.add("gone")
                            leaving.withLock { $0 = ResolutionStack.threadNumber }
                            #expect(ThreadRecord.current.pointee.reading.load(ordering: .relaxed).isMultiple(of: 2))
                        },
                        scope: scope
                    )
                    box.kept.withLock { $0 = kept }
                    box.published.publish(kept, inPlaceOf: nil)
                }
                onThreads(2) { [scope] number in
                    if number == 0 {
                        ThreadRecord.withReading {
                            let memory = box.published.memory
                            isReading.open()
                            isTakenOut.pass()
                            for _ in 0..<200 { sched_yield() }
                            #expect(memory?.scope == scope)
                            log.add("read")
                        }
                    } else {
                        isReading.pass()
                        let kept = box.kept.withLock { $0.take() }
                        box.published.publish(nil, inPlaceOf: kept)
                        isTakenOut.open()
                        _ = consume kept
                        #expect(leaving.withLock { $0 } == ResolutionStack.threadNumber)
                    }
                }
                #expect(log.values == ["read", "gone"])
            }
        }

        private final class Box: Sendable {
            let published = Published()
            var isEmpty: Bool { published.isEmpty }
            let kept = Locked<Kept?>(nil)
        }

        // reader               another
        // begins to read
        //                      lets an instance go that was never published:
        //                      it goes at once
        // ends
        @Test func whatWasNeverPublishedDoesNotWait() {
            let (isReading, isGone) = (Gate(), Gate())
            onThreads(2) { [scope] number in
                if number == 0 {
                    ThreadRecord.withReading {
                        isReading.open()
                        isGone.pass()
                    }
                } else {
                    isReading.pass()
                    _ = Kept(Leaving { isGone.open() }, scope: scope)
                }
            }
        }

        @Test func noInstanceGoesWhileItsThreadReads() {
            let stage = Stage()
            let withinReading = Counter()
            let isThrough = Locked(false)
            let leave: @Sendable () -> Void = {
                if !ThreadRecord.current.pointee.reading.load(ordering: .relaxed).isMultiple(of: 2) {
                    withinReading.increment()
                }
            }
            onThreads(3) { number in
                func resolve() {
                    let strong: Factory<Leaving> = stage.leaving(leave)
                    let weak: Factory<any Sendable> = stage.goingByItself(leave)
                    _ = (strong(), weak(), stage.leavingEach(leave)(number % 2))
                }
                if number == 0 {
                    for round in 0..<500 {
                        resolve()
                        if round.isMultiple(of: 2) { stage.reset(options: .scope) }
                    }
                    isThrough.withLock { $0 = true }
                } else {
                    while !isThrough.withLock({ $0 }) { resolve() }
                }
            }
            #expect(withinReading.count == 0)
        }
    }

    extension Stage {
        fileprivate func leaving(_ leave: @escaping @Sendable () -> Void) -> Factory<PublishedTests.Leaving> {
            self { PublishedTests.Leaving(leave) }.cached
        }
        fileprivate func goingByItself(_ leave: @escaping @Sendable () -> Void) -> Factory<any Sendable> {
            self { PublishedTests.Leaving(leave) as any Sendable }.shared
        }
        fileprivate func leavingEach(_ leave: @escaping @Sendable () -> Void)
            -> ParameterFactory<Int, PublishedTests.Leaving>
        {
            self { _ in PublishedTests.Leaving(leave) }.scopeOnParameters.cached
        }
    }
#endif
