/// A number that does not depend on the machine's load, with its limit.
struct Count {
    let name: String
    /// `nil` if it cannot be counted.
    let number: Double?
    let goal: Int?

    /// Whether the number is within its limit, if both are known.
    var isMet: Bool? {
        guard let number, let goal else { return nil }
        return number <= Double(goal)
    }

    var text: String {
        guard let number else { return "not counted" }
        return decimal(number, places: number == number.rounded() ? 0 : 3)
    }
}
