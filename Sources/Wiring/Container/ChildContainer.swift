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
///     var log: Factory<AuditLog> { self { AuditLog(caller: self.caller, store: self.auditStore()) }.cached }
/// }
/// ```
/// Extensions of the type declare its own dependencies, which can use its stored values. The parent's declarations are members
/// of the child, too: `session.auditStore()` is `session.parent.auditStore()`. They are resolved in the parent, which stores their
/// instances, and cannot depend on the child. The child's own members take precedence over them.
///
/// The child stores the registrations, overrides and instances of its own declarations, and releases them with itself. It
/// retains its parent. A setting of its manager that it does not assign, such as ``ContainerManager/trace``, comes from the
/// parent. The parent may itself be a child.
///
/// Two mistakes stop the program with an error that names the path:
///
/// - A declaration of a child has the scope ``FactoryModifying/singleton``. It would keep the values of the first child.
///   Declare it in the parent, or use ``FactoryModifying/cached``.
/// - The closure of a singleton, in whichever container, resolves from a child that existed before. See <doc:ChildContainers>.
@dynamicMemberLookup
public protocol ChildContainer: ManagedContainer {
    /// The type of the parent.
    associatedtype Parent: ManagedContainer

    /// The parent. It must be the same object each time. It is read once, before the first use of the child.
    var parent: Parent { get }
}
