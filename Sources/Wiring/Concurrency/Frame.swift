/// One resolution under way, on the stack of the thread that runs it.
package struct Frame {
    let step: PathStep
    /// The work that ends the resolution, besides popping this frame.
    var completion: Completion?

    /// The work that ends a resolution, if it is more than popping the frame.
    // Not in an extension, where the compiler does not always find the superclass of a resolution (Swift 6.3).
    package class Completion {
        /// Completes the resolution with the instance that the declaration's closure returned, which this may decorate.
        func end<T>(with instance: inout T) {}

        /// Stores the instance, if a scope keeps it, as a part of the ``end(with:)`` of those that show it as well.
        package func store<T>(_ instance: inout T) { end(with: &instance) }

        /// Records that the instance that is being built depends on nodes.
        ///
        /// - Returns: `false` if the instance is not stored. The enclosing instance then depends on them.
        package func addDependencies(_ nodes: [FollowerHandle]) -> Bool { false }

        /// Ends the resolution with the error that a closure has thrown.
        package func fail(_ failure: ConstructionFailure) {}

        /// Ends the resolution without an instance.
        package func abandon() {}

        /// Whether paths show the frame: it is that of a dependency, or of a call that names some.
        var isShown: Bool { true }
        /// Whether it builds a singleton.
        var buildsSingleton: Bool { false }
        /// The parameter of the resolution, if it takes one and the resolution is on the slow path.
        var parameter: AnyParameter? { nil }
        /// Where the resolution was called, if that is known.
        var call: CallSite? { nil }
    }
}
