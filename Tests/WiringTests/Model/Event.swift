/// An observable event of a program. Instances are identified by serial numbers in the order of their creation, and zero stands
/// for no instance.
enum Event: Equatable {
    case began(autoRegisterOf: Int)
    case made(Int, by: Int, parameter: Int, of: [Int])
    case decorated(Int, by: Int, isNew: Bool?)
    /// A closure has decorated an instance, or `nil`.
    case wrapped(Int, by: Int, inner: Int)
    case resolved(Int)
    case collected([Int])
    case isEmpty([Bool], ScopeName?)
    case alive(Int)
}
