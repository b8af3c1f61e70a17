public import Wiring

extension Container {
    /// The generator of identifiers: random ones in a program.
    ///
    /// ```swift
    /// let uuid = container.uuid()
    /// let id = uuid()
    /// ```
    /// In a test, making an identifier fails the test and returns a random one. Resolving the generator does not. Override it
    /// with ``UUIDGenerator/incrementing``, or allow it with the trait `.allow(\.uuid)`.
    public var uuid: Factory<UUIDGenerator> {
        self { .live }.onTest {
            let use = UnimplementedUse.ofCurrentResolution
            return UUIDGenerator {
                use.report()
                return UUIDGenerator.live()
            }
        }
    }
}
