import Wiring

struct Client: Sendable {
    var plain: @Sendable () -> Int = unimplemented("plain", placeholder: 1)
    var throwing: @Sendable (String) throws -> Int = unimplemented("throwing")
    var typed: @Sendable (String) throws(Failed) -> Void = unimplemented("typed")
    var typedLater: @Sendable (String, Int) async throws(Failed) -> Int = unimplemented("typedLater", placeholder: 1)
    var tuple: @Sendable (String) -> (Int, String) = unimplemented("tuple", placeholder: (1, "a"))
    var nothing: @Sendable () -> Void = unimplemented("nothing")
    var never: @Sendable () throws -> Never = unimplemented("never")
    var greeting: @Sendable () -> any Greeting = unimplemented("greeting", placeholder: opaque())
    var onMainActor: @MainActor @Sendable (Int) async throws -> Int = unimplemented("onMainActor")
    var changed: @Sendable (inout Int, String, inout Bool) -> Int = unimplemented("changed", placeholder: 1)
    var sent: @Sendable (sending Box) -> Void = unimplemented("sent")
    var tupleLater: @Sendable () async throws(Failed) -> (Int, Int) = unimplemented("tupleLater", placeholder: (1, 2))
    var onDisk: @Disk @Sendable (Int) -> Int = unimplemented("onDisk", placeholder: 1)
    var concurrent: @concurrent @Sendable (Int) async -> Int = unimplemented("concurrent", placeholder: 1)
    var many: @Sendable (Int, String, Bool, Double) -> Int = unimplemented("many", placeholder: 1)
}

func unimplementedPack<each T>(_: repeat (each T).Type) -> @Sendable (repeat each T) throws -> Void {
    unimplemented("pack")
}
