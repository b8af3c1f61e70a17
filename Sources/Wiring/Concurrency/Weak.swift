/// An object that is not retained.
package struct Weak<Object: AnyObject & Sendable>: Sendable {
    package private(set) weak var object: Object?

    package init(_ object: Object? = nil) { self.object = object }
}
