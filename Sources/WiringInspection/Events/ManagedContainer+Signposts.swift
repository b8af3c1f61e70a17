#if canImport(os)
    public import os
    public import Wiring

    extension ManagedContainer {
        /// Shows each build as an interval in Instruments, until you release or cancel what this returns.
        ///
        /// ```swift
        /// let signposts = container.signpostBuilds(to: OSSignposter(subsystem: "com.example.app", category: "wiring"))
        /// ```
        /// Each interval has the name `build` and a message that names the dependency. It begins with the call that
        /// resolves the dependency, and ends when the caller has the instance or the closure has failed. Hits have no
        /// interval, and stay on the fast path. Children and copies report as for ``observe(_:_:)``.
        ///
        /// - Returns: An object to store: releasing it ends the signposts. It does not retain the container.
        public func signpostBuilds(to signposter: OSSignposter) -> SignpostedBuilds {
            let builds = SignpostedBuilds(signposter)
            manager.observe(builds.observer)
            return builds
        }
    }

    /// Shows the builds of a container as intervals, until this is released or cancelled. See
    /// ``Wiring/ManagedContainer/signpostBuilds(to:)``.
    public final class SignpostedBuilds: Sendable {
        fileprivate let observer: SignpostObserver

        fileprivate init(_ signposter: OSSignposter) { observer = SignpostObserver(signposter) }

        deinit { cancel() }

        /// Stops beginning intervals. Those that have begun still end.
        public func cancel() { observer.isCancelled.withLock { $0 = true } }
    }

    private final class SignpostObserver: InheritedListener {
        let isCancelled = Protected(false)
        private let signposter: OSSignposter

        init(_ signposter: OSSignposter) { self.signposter = signposter }

        var events: ObservedResolution.Events { .constructions }
        var hasEnded: Bool { isCancelled.withLock { $0 } }

        func begin(_ resolution: ObservedResolution) -> Int {
            let id = signposter.makeSignpostID()
            let title = "\(resolution.container).\(resolution.dependency.key)"
            _ = signposter.beginInterval("build", id: id, "\(title, privacy: .public)")
            return Int(truncatingIfNeeded: id.rawValue)
        }

        // Also called if nobody waits for an asynchronous build any longer.
        func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {
            let id = OSSignpostID(UInt64(UInt(bitPattern: number)))
            signposter.endInterval("build", .beginState(id: id))
        }
    }
#endif
