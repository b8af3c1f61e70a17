/// A container with a parent of another type, for values that are known only at run time.
///
/// ```swift
/// final class SessionContainer: ChildContainer {
///     let manager = ContainerManager()
///     let parent: Container
///     let caller: Caller
///
///     init(parent: Container, caller: Caller) {
///         self.parent = parent
///         self.caller = caller
///     }
/// }
///
/// extension SessionContainer {
///     var log: Factory<AuditLog> {
///         self { AuditLog(caller: self.caller, store: self.auditStore()) }
///             .cached
///     }
/// }
/// ```
/// Declare the child's dependencies in extensions of its type, where they can use its stored values. The parent's
/// declarations are also members of the child: `session.auditStore()` is `session.parent.auditStore()`. They are
/// resolved in the parent, which stores their instances, so they cannot depend on the child. The child's own members
/// take precedence.
///
/// The child retains its parent, which may itself be a child. The child stores the registrations, overrides and
/// instances of its own declarations, and releases them when it is released. If the parent has been started, an
/// instance with `onStart`, `onRun` or `onStop` stays until you call the child's ``ManagedContainer/shutdown()``, or
/// until the parent stops. If you do not assign a setting of the child's manager, such as ``ContainerManager/trace``,
/// the parent's applies, unless the parent's `autoRegister()` assigned it.
///
/// Two mistakes stop the program with an error that names the path:
///
/// - A declaration of a child has the scope ``DeclaredDependency/singleton``. It would keep the values of the first child.
///   Declare it in the parent, or use ``DeclaredDependency/cached``.
/// - A singleton's closure, in any container, resolves from a child that existed before the closure began. The
///   singleton would outlive the child. See <doc:ChildContainers>.
@dynamicMemberLookup
public protocol ChildContainer: ManagedContainer {
    /// The type of the parent.
    associatedtype Parent: ManagedContainer

    /// The parent. Declare it as a stored `let`.
    ///
    /// It is read at the first use of the child, possibly on several threads, and at each access to a member of the parent. It
    /// must return the same object each time.
    var parent: Parent { get }
}
