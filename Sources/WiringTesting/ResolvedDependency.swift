public import Wiring

/// One resolution in a test.
///
/// ```swift
/// @Test(.container, .override(\.weather) { MockWeather() })
/// func aReportAsksForTheWeather() {
///     _ = Container.shared.weatherReport()
///     #expect(Container.shared.resolutions.map(\.name) == ["weatherReport", "weather"])
/// }
/// ```
public struct ResolvedDependency: Sendable, CustomStringConvertible {
    /// Where an instance came from.
    public enum Origin: Sendable {
        /// A closure that overrides, or was registered.
        case replacement
        /// The closure of a context, such as a test or a launch argument.
        case context
        /// The declaration's closure.
        case declaration
        /// A scope kept it, or somebody else built it at that moment.
        case scope
    }

    /// So many resolutions of a test are kept.
    static var maximumCount: Int { 10_000 }

    private let dependency: Declaration
    /// The name of the property that declares it.
    public var name: String { dependency.key }
    /// The type that is declared.
    public var type: any Any.Type { dependency.product }
    /// The name of the container's type.
    public let container: String
    /// Where it is declared, as `Module/File.swift:12`.
    public var location: String { dependency.location }
    /// How many resolutions it was within: 0 for what was asked for outside of any.
    public let level: Int
    /// Where the instance came from; `nil` as long as it is being resolved.
    public internal(set) var origin: Origin?

    init(_ resolution: ObservedResolution) {
        dependency = resolution.dependency
        container = resolution.container
        level = resolution.level
    }

    /// The container, the name and the type: `Container.api<API>`.
    public var description: String { "\(container).\(name)<\(type)>" }

    /// A line of a tree.
    var line: String {
        let indent = String(repeating: "    ", count: level)
        return "\(indent)\(description) = \(origin.map { "\($0)" } ?? "not ended")  \(location)"
    }
}

extension ResolvedDependency.Origin {
    init(_ origin: InstanceOrigin) {
        self =
            switch origin {
            case .replacement: .replacement
            case .context: .context
            case .declaration: .declaration
            case .scope: .scope
            }
    }
}

extension ManagedContainer {
    /// What the test that owns this container has resolved so far, in the order in which it was asked for: what a
    /// resolution needs comes after it. From all of the test's containers, on all threads.
    ///
    /// It has the first 10,000 of them, so that a test may resolve as often as it will; all that a strict test is told of
    /// takes in the others as well. What is resolved after the test has ended is not added. Empty for a container that no
    /// trait of a test has made.
    public var resolutions: [ResolvedDependency] {
        manager.observers.lazy.compactMap { $0 as? TestReport }.first?.resolutions ?? []
    }
}
