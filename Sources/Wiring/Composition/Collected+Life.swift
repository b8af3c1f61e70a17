extension Collected: Startable {
    @_spi(Sealed) public func resolve(for start: ContainerStart) { start.resolve { resolve(at: start.call) } }
}

extension KeyedCollected: Startable {
    @_spi(Sealed) public func resolve(for start: ContainerStart) { start.resolve { resolve(at: start.call) } }
}
