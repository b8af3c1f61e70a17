/// A launch argument or an environment variable that a container has closures for.
public struct SelectingArgument: Sendable, Hashable {
    /// How it is written: `mock-accounts` for an argument, `MOCKS=accounts` for a variable.
    public let text: String

    /// Whether it is an environment variable.
    public let isVariable: Bool

    /// Whether the program has it now.
    public let isGiven: Bool

    /// The dependencies that it selects another closure for, with the places of their declarations, in alphabetical order.
    public let dependencies: [String]
}

extension SelectingArgument: CustomStringConvertible {
    /// The argument, and a line for each dependency.
    public var description: String {
        ([text + (isGiven ? "  (given)" : "")] + dependencies.map { "    replaces \($0)" }).joined(separator: "\n")
    }
}

/// An argument of the program that selects no closure.
public struct UnusedArgument: Sendable, Hashable {
    /// How it is written: `mock-acounts`, or `MOCKS=acounts` for a variable.
    public let text: String

    /// The most similarly spelt argument that selects a closure; `nil` if none is similar.
    public let nearest: String?
}

extension UnusedArgument: CustomStringConvertible {
    /// A line for a log.
    public var description: String {
        "'\(text)' selects nothing" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
}
