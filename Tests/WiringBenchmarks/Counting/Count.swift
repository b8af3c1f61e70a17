/// A number that does not depend on the machine's mood, and the greatest that is allowed.
struct Count {
    let name: String
    /// `nil` where nothing counts.
    let number: Double?
    let goal: Int?

    /// Whether the number is not above its goal, if both are there.
    var isMet: Bool? {
        guard let number, let goal else { return nil }
        return number <= Double(goal)
    }

    var text: String {
        guard let number else { return "not counted" }
        return decimal(number, places: number == number.rounded() ? 0 : 3)
    }
}
