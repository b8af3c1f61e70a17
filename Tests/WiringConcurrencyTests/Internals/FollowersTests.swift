#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing

    @testable import Wiring

    @Suite struct FollowersTests {
        private final class Stub: Follower {
            let marks = FollowerMarks()
            var declaration: Declaration {
                Declaration(
                    Declaration.Site(key: "key", fileID: "Module/File.swift", line: 1, column: 1),
                    product: Int.self
                )
            }
            var dependsOnEnded: Bool { false }

            func note(_ drop: InstanceDrop) {}
            func letGo() {}
            func awaitReadiness(isCancellable: Bool) async throws {}
        }

        private let own = [Stub(), Stub()]
        private var handles: [FollowerHandle] { own.map(FollowerHandle.init) }

        @Test func anEndIsSeen() {
            let followers = Followers(handles)
            #expect(!followers.isAnyOver)
            own[1].marks.setEnded()
            #expect(followers.isAnyOver)
            #expect(followers.isAnyOver)
        }

        @Test func anInstanceIsPendingUntilItIsReady() {
            let followers = Followers(handles)
            #expect(!followers.isAnyPending)
            own[0].marks.setAdmitted()
            #expect(followers.isAnyPending)
            own[0].marks.setReady()
            #expect(!followers.isAnyPending)
            own[1].marks.setAdmitted()
            #expect(followers.isAnyPending)
        }

        @Test func anEndBeforeTheFollowersWereStoredIsSeen() {
            own[0].marks.setEnded()
            #expect(Followers(handles).isAnyOver)
        }
    }
#endif
