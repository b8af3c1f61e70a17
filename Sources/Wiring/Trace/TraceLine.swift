/// The line that a traced resolution leaves.
struct TraceLine {
    /// Where an instance came from.
    enum Origin: Character {
        /// The closure of a context, such as a launch argument's.
        case context = "O"
        /// A closure registered from outside.
        case registration = "R"
        /// The closure of the declaration.
        case declaration = "F"
        /// No closure ran: a scope held the instance.
        case cache = "C"
    }

    let level: Int
    let step: PathStep

    /// The text of the line, once the instance is there.
    ///
    /// The address is the instance's for an object, also inside an optional or an existential, and 0 for a value.
    func text<T>(origin: Origin, instance: T) -> String {
        let indent = String(repeating: "    ", count: level)
        let address = object(in: instance).map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0
        let type = type(of: instance as Any)
        return "\(level): \(indent)\(step.description) = \(origin.rawValue):\(address) \(type)"
    }
}
