/// Carries a value of any type between threads.
@usableFromInline
struct Unchecked<Value>: @unchecked Sendable {
    // Holds because what a factory makes is handed to all who ask, on whatever thread: that is what a scope is for,
    // and whoever declares the scope answers for the type, as with a `static let` of it. All state of the library
    // itself that is carried so is reached under a lock alone.
    @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}
