/// Formats a number, which must not be negative, with `places` decimal places.
func decimal(_ number: Double, places: Int = 1) -> String {
    let power = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let digits = String(Int((number * power).rounded()))
    guard places > 0 else { return digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
}
