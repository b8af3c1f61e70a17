/// Carries a value of any type between threads.
struct Unchecked<Value>: @unchecked Sendable {
    // SAFETY: Not proved for what users keep here: what a factory makes is handed to all who ask, on whatever thread. That
    // is what a scope is for, and whoever declares one answers for the type, as `Scope` says. State of the library itself
    // that is carried so is reached under a lock alone.
    var value: Value

    init(_ value: consuming Value) { self.value = value }
}
