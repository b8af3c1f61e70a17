private import WiringThread

/// A resolution that begins.
package struct ObservedResolution: Sendable {
    /// What it adds to a path.
    package let step: PathStep
    /// Whether the container is a child of a container of its type.
    package let isInChild: Bool
    /// Whether the dependency is made only of others, which are resolved within this resolution.
    package let isComposed: Bool
    /// The number of resolutions that it is nested in.
    package let level: Int
    /// The override or registered closure that replaces the declaration's.
    package let replacement: Replacement?
    /// The closures that decorate a new instance.
    package let decorations: [Replacement]
    /// The context whose closure replaces the declaration's instead.
    package let context: FactoryContextType?
    /// The scope that keeps the instance.
    package let scope: Scope
    /// The resolution that it is nested in, if there is one.
    package let dependent: PathStep?
    /// Where it was resolved, if that is known.
    package let call: CallSite?
    /// Whether it was declared with `promised()`, and an unkept promise is an error.
    package let isPromise: Bool
    /// What starts and stops an instance.
    package let hooks: [LifecycleHook]
    /// Where the instance comes from.
    package let origin: InstanceOrigin
    /// When it began, before it waited for another thread.
    package let began: ContinuousClock.Instant
    /// The message that the operation of a child that had set the dependency has ended in this task; `nil` if none has, and in a release
    /// build.
    package let afterOperation: String?

    package var dependency: Declaration { step.declaration }
    /// The name of the container's type.
    package var container: String { step.container }
    /// Whether it was declared with `promised()` and nothing replaces it, and that is an error.
    package var isUnkeptPromise: Bool { isPromise && replacement == nil && context == nil }
    /// Whether a closure makes the instance.
    package var isConstruction: Bool { origin != .scope }

    /// An override, a registered closure, or one that decorates.
    package final class Replacement: Sendable {
        package let dependency: Declaration
        /// The collection that the closure was contributed to, if it was.
        package let collection: Declaration?
        package let kind: Kind
        let stored: Stored

        package init(dependency: Declaration, collection: Declaration? = nil, kind: Kind, stored: Stored) {
            (self.dependency, self.collection, self.kind, self.stored) = (dependency, collection, kind, stored)
        }

        /// Where it was set, if that is known.
        package var call: CallSite? { stored.call }
        /// Whether `autoRegister()` set it.
        package var isAutomatic: Bool { stored.isAutomatic }
        /// Identifies it across copies to other containers.
        package var number: UInt64 { stored.number }

        /// The closure as a container stores it.
        package struct Stored: Sendable {
            package let closure: ErasedClosure
            package let call: CallSite?
            let isAutomatic: Bool
            let number = UInt64.unique()
        }

        package enum Kind: Sendable {
            case override
            case registration
            case decoration
            case contribution
        }
    }

    /// The observer of the current task's test.
    @TaskLocal package static var taskObserver: (any ContainerObserver)?

    /// The path to what is being resolved on this thread, a line for each step.
    package static var path: String { ResolutionStack.path.listing }
}

/// The use of an unimplemented dependency.
package final class UnimplementedUse: Sendable {
    let name: String
    /// The path to the dependency; empty if nothing was being resolved.
    package let path: [PathStep]
    /// Where it is reported.
    package let call: CallSite
    /// The test of what was being resolved then. Not retained, because a function may outlive its test.
    weak let owner: (any ContainerObserver)?
    /// Whether the dependency is a function that was called. It may have been made elsewhere, long before.
    let isFunction: Bool

    init(_ name: String, at call: CallSite, isFunction: Bool, owner: (any ContainerObserver)?) {
        self.name = name
        self.isFunction = isFunction
        path = ResolutionStack.path
        self.call = call
        self.owner = owner
    }
}

extension CallSite {
    /// Records an issue of the running test at this place.
    ///
    /// - Parameter anywhere: Whether to record it even if no test runs on the current task.
    /// - Returns: Whether a test runs there.
    package func recordIssue(_ message: String, anywhere: Bool) -> Bool {
        wiring_record_issue(message, fileID, line, column, anywhere)
    }

    /// Records an issue at this place. If no test runs on the current task, it also writes the message to standard error.
    package func report(_ message: String) {
        if !recordIssue(message, anywhere: true) { wiring_write_error("\(self): \(message)\n") }
    }
}
