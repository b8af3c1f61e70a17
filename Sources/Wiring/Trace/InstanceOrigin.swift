/// Where a resolved instance came from. The raw value is its letter in a trace.
package enum InstanceOrigin: Character, Sendable {
    /// The closure of a context, such as a launch argument.
    case context = "O"
    /// An override or a registered closure.
    case replacement = "R"
    /// The declaration's closure.
    case declaration = "F"
    /// A scope's cache: no closure ran.
    case scope = "C"
}
