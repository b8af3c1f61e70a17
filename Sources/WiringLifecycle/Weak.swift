/// An object that is not retained.
struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak var object: Object?
}
