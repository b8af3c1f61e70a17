/// A launch argument or an environment variable that selects closures in a container. See
/// ``Wiring/ManagedContainer/arguments(_:)``.
public struct SelectingArgument: Sendable, Hashable {
    /// How it is written: `mock-accounts` for an argument, `MOCKS=accounts` for a variable.
    public let text: String

    /// Whether it is an environment variable.
    package let isVariable: Bool

    /// Whether the program had this argument, or the variable this value, at the time of the call.
    package let isGiven: Bool

    /// The dependencies whose closures it replaces, as `api<API>, declared at Module/File.swift:12`, in alphabetical
    /// order.
    package let dependencies: [String]
}

extension SelectingArgument: CustomStringConvertible {
    /// The argument, what it is and whether the program has it, and a line for each dependency.
    @_documentation(visibility: internal)
    public var description: String {
        let kind = isVariable ? "environment variable" : "launch argument"
        let title = "\(text)  (\(kind)\(isGiven ? ", given" : ""))"
        return ([title] + dependencies.map { "    replaces \($0)" }).joined(separator: "\n")
    }
}

/// A launch argument or an environment variable of the program that selects no closure. See
/// ``Wiring/ManagedContainer/unusedArguments(_:)``.
public struct UnusedArgument: Sendable, Hashable {
    /// How it is written: `mock-acounts`, or `MOCKS=acounts` for a variable.
    public let text: String

    /// The argument with the most similar spelling that selects a closure; `nil` if none is similar.
    package let nearest: String?
}

extension UnusedArgument: CustomStringConvertible {
    /// A line for a log.
    @_documentation(visibility: internal)
    public var description: String {
        "'\(text)' selects nothing" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
}
