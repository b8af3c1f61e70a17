/// What can be seen of a program while it runs. Instances are told by their serial numbers, in the order of their making;
/// zero stands for nothing.
enum Event: Equatable {
    case began(autoRegisterOf: Int)
    case made(Int, by: Int, parameter: Int, of: [Int])
    case decorated(Int, by: Int, isNew: Bool?)
    case resolved(Int)
    case isEmpty([Bool], ScopeName?)
    case alive(Int)
}

/// What runs programs: the library, or the model.
protocol Subject {
    /// Performs one operation.
    ///
    /// - Returns: What was seen meanwhile.
    func perform(_ operation: Operation) -> [Event]

    /// Lets all go.
    ///
    /// - Returns: How many instances are alive after that.
    func end() -> Int
}
