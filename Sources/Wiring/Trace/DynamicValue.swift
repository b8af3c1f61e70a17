/// A value that may hold none, whatever its wrapped type.
protocol OptionalValue {
    var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
    var unwrapped: Any? {
        switch self {
        case .some(let wrapped): wrapped
        case .none: nil
        }
    }
}

/// Whether a value of any static type is `nil`.
func isNil<T>(_ value: T) -> Bool {
    // Known when this is compiled for a class, so that nothing else is asked.
    T.self is AnyObject.Type ? false : isNilDynamically(value)
}

func isNilDynamically<T>(_ value: T) -> Bool {
    guard let optional = value as? any OptionalValue else { return false }
    return optional.unwrapped == nil
}

/// The object that a value of any static type is, also inside optionals; `nil` where it is none.
func object<T>(in value: T) -> AnyObject? {
    if let optional = value as? any OptionalValue {
        guard let unwrapped = optional.unwrapped else { return nil }
        return object(in: unwrapped)
    }
    if let error = value as? any Error { return object(inError: error) }
    // A value type would be boxed by a cast to `AnyObject`, so the dynamic type is asked first.
    return Swift.type(of: value as Any) is AnyObject.Type ? value as AnyObject : nil
}

/// The object that an error is. A cast would box it, as it does a value.
private func object<E: Error>(inError error: E) -> AnyObject? {
    // Holds because a value of a class type is a reference and nothing else.
    E.self is AnyObject.Type ? unsafeBitCast(error, to: AnyObject.self) : nil
}

/// Whether two values are equal: by their own `==`, or as one object; `nil` where they can be compared in neither way.
func areEqual<T>(_ left: T, _ right: T) -> Bool? {
    func areEqual<E: Equatable>(_ left: E, _ right: T) -> Bool { (right as? E) == left }
    if let left = left as? any Equatable { return areEqual(left, right) }
    guard let left = object(in: left), let right = object(in: right) else { return nil }
    return left === right
}
