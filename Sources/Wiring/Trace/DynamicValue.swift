/// An optional, whatever its wrapped type.
protocol OptionalValue { var unwrapped: Any? { get } }

extension Optional: OptionalValue {
    var unwrapped: Any? { self }
}

/// Whether a value of any static type is `nil`.
func isNil<T>(_ value: T) -> Bool {
    // A class type is known at compile time, which skips the cast.
    guard !(T.self is AnyObject.Type), let optional = value as? any OptionalValue else { return false }
    return optional.unwrapped == nil
}

/// The object in a value of any static type, even inside optionals; `nil` if it is not an object.
func object<T>(in value: T) -> AnyObject? {
    if let optional = value as? any OptionalValue {
        guard let unwrapped = optional.unwrapped else { return nil }
        return object(in: unwrapped)
    }
    if let error = value as? any Error { return object(inError: error) }
    // A cast to `AnyObject` would box a value type, so check the dynamic type first.
    return Swift.type(of: value as Any) is AnyObject.Type ? value as AnyObject : nil
}

/// The object that is an error. A cast would box it.
private func object<E: Error>(inError error: E) -> AnyObject? {
    // SAFETY: A value of a class type is a reference and nothing else.
    E.self is AnyObject.Type ? unsafeBitCast(error, to: AnyObject.self) : nil
}

/// Whether two values are equal by `==` or identical as objects; `nil` if neither can be determined.
func areEqual<T>(_ left: T, _ right: T) -> Bool? {
    func areEqual<E: Equatable>(_ left: E, _ right: T) -> Bool { (right as? E) == left }
    if let left = left as? any Equatable { return areEqual(left, right) }
    guard let left = object(in: left), let right = object(in: right) else { return nil }
    return left === right
}
