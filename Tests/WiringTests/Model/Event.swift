/// An observable event of a program. Instances are identified by serial numbers in the order of their creation, and zero stands
/// for no instance.
enum Event: Equatable {
    case began(autoRegisterOf: Int)
    case made(Int, by: Int, parameter: Int, of: [Int])
    case decorated(Int, by: Int, isNew: Bool?)
    case resolved(Int)
    case isEmpty([Bool], ScopeName?)
    case alive(Int)
}

/// Runs programs: the library or the model.
protocol Subject {
    /// Performs one operation.
    ///
    /// - Returns: The events that occurred.
    func perform(_ operation: Operation) -> [Event]

    /// Releases everything.
    ///
    /// - Returns: The number of instances that are still alive.
    func end() -> Int
}
