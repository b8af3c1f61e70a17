/// A set of registrations that a library offers, and that a program installs in its container.
///
/// ```swift
/// enum PaymentModule: ContainerModule {
///     static func register(in container: ShopContainer) {
///         container.gateway.register { Gateway(name: "shop") }
///     }
/// }
///
/// extension ShopContainer: AutoRegistering {
///     func autoRegister() {
///         install(NetworkModule.self, PaymentModule.self)
///     }
/// }
/// ```
/// The program, and not a library, conforms the container to ``AutoRegistering``. If two targets of a program conform
/// ``Container`` to it, only one `autoRegister()` runs, and there is no error. To conform ``Container``, write
/// `extension Container: @retroactive AutoRegistering`.
public protocol ContainerModule<Target>: SendableMetatype {
    /// The type of the containers that the module is for.
    associatedtype Target: ManagedContainer

    /// The modules that must be installed before this one, which are for the same containers. By default there are none.
    ///
    /// It is read when the module is installed, with no lock held.
    static var requirements: [any ContainerModule.Type] { get }

    /// Registers dependencies.
    ///
    /// `install` calls it on the calling thread, with no lock held, once for each container until the installation is cleared.
    /// It may install further modules. It counts as one resolution: everything that it resolves shares the instances of the
    /// graph scope.
    ///
    /// It is nonisolated, even in a target whose default isolation is the main actor.
    static func register(in container: Target)
}

extension ContainerModule {
    /// No modules.
    public static var requirements: [any ContainerModule.Type] { [] }
}
