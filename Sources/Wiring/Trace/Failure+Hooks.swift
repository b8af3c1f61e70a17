extension Failure {
    /// A dependency that is started and stopped has no scope.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the dependency.
    ///   - call: Where it was resolved, if that is known.
    static func hooksWithoutScope(_ path: [PathStep], at call: CallSite?) -> Never {
        stop(
            "\(path.end.description) has onStart, onStop or onRun, but no scope",
            path,
            at: call,
            "Declare a scope, so that each instance is started once: `self { … }.cached`."
        )
    }

    /// A dependency that is started and stopped has a scope that does not keep its instances.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the dependency.
    ///   - call: Where it was resolved, if that is known.
    static func hooksOfShared(_ path: [PathStep], at call: CallSite?) -> Never {
        stop(
            "\(path.end.description) has onStart, onStop or onRun, and a shared scope, which does not keep its instances",
            path,
            at: call,
            """
            An instance that is gone cannot be stopped. Declare `self { … }.cached`, and let the instance go with a reset or a \
            `timeToLive`; or resolve it from a child container, which stops it at its end.
            """
        )
    }
}
