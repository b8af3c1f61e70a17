/// The code that messages advise for a declaration. Where it says `…`, the reader fills in what the library does not know.
package final class Advice {
    private let declaration: Declaration
    /// Its name, and the labels of its parameters; `nil` if it is a property.
    private let (baseName, labels): (String, [String]?)
    /// The type that it was registered by, as an expression; `nil` if it has a declaration.
    private let type: String?
    /// The name of the container's type.
    package let container: String
    /// Whether that type has a shared container.
    package let isShared: Bool
    /// The actor that the declaration is isolated to, if that is known. Only a debug build knows it.
    package let isolation: DeclaredIsolation?

    /// - Parameter isolation: The actor that the declaration is isolated to, if the caller knows more than the declaration.
    package init(
        _ declaration: Declaration,
        of container: String,
        isShared: Bool = true,
        isolation: DeclaredIsolation? = nil
    ) {
        (self.declaration, self.container, self.isShared) = (declaration, container, isShared)
        type = declaration.site.isOfType ? expression(of: declaration.product) : nil
        self.isolation = type == nil ? isolation ?? DeclaredIsolation.of(declaration) : nil
        let key = declaration.key
        let open = key.hasSuffix("()") || key.hasSuffix(":)") ? key.lastIndex(of: "(") : nil
        baseName = String(key[..<(open ?? key.endIndex)])
        labels = open.map { key[$0...].dropFirst().dropLast().split(separator: ":").map(String.init) }
    }

    package convenience init(_ step: PathStep) { self.init(step.declaration, of: step.container) }

    // MARK: - Naming the declaration

    package var isOfContainer: Bool { container == "Container" }
    /// Whether it has a key path: it is a property.
    package var hasKeyPath: Bool { labels == nil && type == nil }

    /// The key path to the declaration, as a trait takes it; `nil` if it has none, or if code that is not isolated cannot form it.
    package var keyPath: String? { hasKeyPath && isShared && isolation == nil ? shortPath : nil }

    /// The key path to the declaration with its container's type.
    private var absolutePath: String { named(in: "\\\(container)") }
    /// The key path to the declaration, without the type `Container`.
    private var shortPath: String { isOfContainer ? named(in: "\\") : absolutePath }

    /// The property of a container, or a call of the function: `container.unit(metric: …)`. An operator's operands are unknown.
    /// The optional factory of what was registered by its type.
    package func named(in container: String) -> String {
        if let type { return "\(container).factory(\(type))?" }
        guard let labels else { return "\(container).\(baseName.quoted)" }
        let arguments = labels.map { $0 == "_" ? "…" : "\($0.quoted): …" }.joined(separator: ", ")
        if baseName == "subscript" { return "\(container)[\(arguments)]" }
        return "\(baseName.isOperator ? "(\(baseName))" : "\(container).\(baseName.quoted)")(\(arguments))"
    }

    /// The parameter of a call, if the declaration takes one.
    private var argument: String { declaration.parameter == Void.self ? "" : "…" }

    /// The declaration in a container that is named `container`.
    package var name: String { named(in: "container") }

    /// The declaration as `run` and `start` take it; `nil` if they cannot name it.
    package var nameToStart: String? { hasKeyPath && declaration.parameter == Void.self ? shortPath : nil }

    // MARK: - Resolving later

    /// What ``providing`` needs, after it: nothing, or the module of providers.
    package var providingImport: String { hasKeyPath ? " (import WiringModules)" : "" }

    /// What resolves the declaration later and does not keep its container.
    package var providing: String {
        guard !hasKeyPath else { return "container.provider(\(named(in: "\\")))" }
        if let type { return "{ [weak container] in container?.resolve(\(type)) }" }
        let keywords = (declaration.effects == .none ? "" : "try ") + (declaration.isAsynchronous ? "await " : "")
        return "{ [weak container] in \(keywords)\(named(in: "container?"))(\(argument)) }"
    }

    /// A property that resolves the declaration of a shared container when it is first read; `nil` if there is no such wrapper for
    /// the declaration.
    package var injectingLater: String? {
        guard hasKeyPath, isolation == nil, declaration.parameter == Void.self, declaration.effects == .none else {
            return nil
        }
        return "@LazyInjected(\(absolutePath)) var …"
    }

    // MARK: - Collections

    /// A statement that contributes another declaration to this collection.
    package var contributing: String { "\(name).contribute(\\\(container).…)" }

    // MARK: - Replacing

    /// A closure that replaces the declaration's.
    ///
    /// - Parameter attribute: What isolates it; `nil` where that need not be written.
    private func closure(_ attribute: String? = nil) -> String {
        let words = [attribute, declaration.parameter == Void.self ? nil : "_"].compactMap(\.self)
        return words.isEmpty ? "{ … }" : "{ \(words.joined(separator: " ")) in … }"
    }

    /// A statement that registers the dependency by its type; `nil` if it has a declaration.
    package func registeringType(in container: String, _ closure: String = "{ … }") -> String? {
        type.map { "\(container).register(\($0)) \(closure)" }
    }

    /// The same statement, or one that overrides the declaration, where it is isolated.
    private func overriding(in container: String) -> String {
        registeringType(in: container) ?? "\(named(in: container)).override \(closure())"
    }

    /// A statement that overrides the declaration, where it is isolated.
    package var overriding: String { overriding(in: "container") }

    /// A statement that overrides the declaration with a value.
    package var overridingWithValue: String { type == nil ? "\(name).override(with: …)" : overriding }

    /// A statement that registers a closure.
    package var registering: String { "\(name).register \(closure())" }

    /// The traits that override the declaration, the shortest first. None, if a trait cannot give the test such a container.
    package var overridingTraits: [String] {
        guard isShared else { return [] }
        let types = isOfContainer ? "" : "(for: \(container).self)"
        if let keyPath { return [".override(\(keyPath)) \(closure())"] }
        let start = isolation.map { "\($0.attribute) in " } ?? ""
        let inContainer = ".container\(types) { \(start)\(overriding(in: "$0")) }"
        switch isolation {
        case nil: return [inContainer]
        case .mainActor?:
            let named = isOfContainer ? named(in: "$0") : "(container: \(container)) in \(name)"
            return [".override(onMainActor: { \(named) }) \(closure())", inContainer]
        case let isolation?:
            // Without a list of parameters, which the language mode of Swift 5 takes for arguments of the attribute.
            let named = "\(start)\(named(in: isOfContainer ? "$0" : "($0 as \(container))"))"
            return [".override(onActor: { \(named) }) \(closure(isolation.attribute))", inContainer]
        }
    }

    // MARK: - Modifying

    /// A statement that sets a member of each new instance.
    func modifying(_ member: some StringProtocol) -> String { "\(name).modify { $0.\(member) = … }" }

    /// The trait that does so; `nil` if a trait cannot name the declaration.
    func modifyingTrait(_ member: some StringProtocol) -> String? {
        keyPath.map { ".modify(\($0)) { $0.\(member) = … }" }
    }

    // MARK: - Resolving

    /// A call that resolves the declaration on its actor.
    func resolving(on isolation: DeclaredIsolation) -> String {
        switch (isolation, declaration.effects == .none) {
        case (.mainActor, true): return "await \(name).resolveOnMainActor(\(argument))"
        case (.mainActor, false): return "try await MainActor.run { try \(name)(\(argument)) }"
        case (.globalActor, true), (.actor, true):
            let parameters = argument.isEmpty ? "" : ", parameters: \(argument)"
            return "await \(name).resolveOnGlobalActor(\(isolation.expression)\(parameters))"
        case (.globalActor, false), (.actor, false):
            return "try await { \(isolation.attribute) in try \(name)(\(argument)) }()"
        }
    }
}

/// A type as an expression: `Store.self`, `(any API).self`.
private func expression(of type: any Any.Type) -> String {
    let name = sourceName(of: type)
    let isProtocol = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
    return isProtocol ? "(any \(name)).self" : name.contains(" ") ? "(\(name)).self" : "\(name).self"
}

extension String {
    /// A name as code writes it: within backticks, if it could not be written otherwise.
    fileprivate var quoted: String {
        let isPlain = first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain && self != "init" && self != "self" ? self : "`\(self)`"
    }

    /// Whether a function with this name is an operator.
    fileprivate var isOperator: Bool {
        !contains { $0.isLetter || $0.isNumber || $0.isWhitespace || $0 == "_" || $0 > "\u{3030}" }
    }
}
