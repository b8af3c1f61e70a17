/// How a ``ContainerTrait`` begins.
public struct ContainerTraitOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The test begins with what the current container knows at that moment: registrations, contexts, settings and
    /// instances, and with the current singletons. From then on it goes its own way.
    ///
    /// Where an outer trait has made a container for the test already, that is the current one.
    public static let inheriting = ContainerTraitOptions(rawValue: 1)
}
