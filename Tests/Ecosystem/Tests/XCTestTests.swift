import Foundation
import Testing
import WiringTesting
import XCTest

@Suite(.timeLimit(.minutes(1))) struct XCTestTests {
    @Test func aWaitRunsTheWorkOfTheRunLoopInTheWaitersContainer() async throws {
        try await Place(
            .test,
            "XCTest: `RunLoop.perform { }`, `Timer` and the `NSPredicate { }` of an expectation, during `wait(for:)`",
            sees: "that of the code that waits",
            write: "`RunLoop.current.perform(container.bind { … })`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            let seen = Seen()
            Self.waitForRunLoop { seen.note() }
            return await seen.next(2)
        } remedied: {
            let seen = Seen()
            Self.waitForRunLoop(Container.labeled(Place.intended).bind { seen.note() })
            return await seen.next(2)
        }
    }

    @Test func aNotificationIsExpectedInThePostersContainer() async throws {
        try await Place(
            .test,
            "XCTest: the handler of an `XCTNSNotificationExpectation`",
            sees: "the poster's",
            write: "`expectation.handler = container.bind { _ in … }`",
            strictTest: .isSilent("the poster's container belongs to the test")
        ).check {
            let seen = Seen()
            await within(Place.intended) {
                await Self.waitForNotification { _ in
                    seen.note()
                    return true
                }
            }
            return await seen.next()
        } remedied: {
            let seen = Seen()
            await Self.waitForNotification(
                Container.labeled(Place.intended).bind { _ in
                    seen.note()
                    return true
                }
            )
            return await seen.next()
        }
    }

    // MARK: - Expectations

    /// Waits for work of the run loop: a block, and a predicate that a timer evaluates.
    private static func waitForRunLoop(_ closure: @escaping @Sendable () -> Void) {
        let expectations = within(Place.intended) {
            let (performed, evaluated) = (
                XCTestExpectation(),
                NSPredicate { _, _ in
                    closure()
                    return true
                }
            )
            RunLoop.current.perform {
                closure()
                performed.fulfill()
            }
            return [performed, XCTNSPredicateExpectation(predicate: evaluated, object: nil)]
        }
        within("that of the code that waits") {
            _ = XCTWaiter().wait(for: expectations, timeout: 10)
        }
    }

    /// Waits for a notification that another task posts.
    private static func waitForNotification(_ handler: @escaping @Sendable (Notification) -> Bool) async {
        let name = Notification.Name(UUID().uuidString)
        let expectation = XCTNSNotificationExpectation(name: name)
        expectation.handler = handler
        within("the poster's") { NotificationCenter.default.post(name: name, object: nil) }
        _ = await XCTWaiter().fulfillment(of: [expectation], timeout: 10)
    }
}
