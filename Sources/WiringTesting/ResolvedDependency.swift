public import Wiring

/// One resolution in a test.
///
/// ```swift
/// @Test(.container, .override(\.weather) { MockWeather() })
/// func aReportAsksForTheWeather() {
///     _ = Container.shared.weatherReport()
///     #expect(
///         Container.shared.resolutions.map(\.name)
///             == ["weatherReport", "weather"]
///     )
/// }
/// ```
public struct ResolvedDependency: Sendable, CustomStringConvertible {
    /// How many resolutions of a test are kept.
    static var maximumCount: Int { 10_000 }

    private let dependency: Declaration
    /// The name of the property that declares it.
    public var name: String { dependency.key }
    /// The declared type.
    public var type: any Any.Type { dependency.product }
    /// The name of the container's type.
    public let container: String
    /// Where it is declared, as `Module/File.swift:12`.
    public var location: String { dependency.location }
    /// The number of resolutions that it is nested in.
    public let level: Int
    /// Where the instance came from; `nil` while it is being resolved.
    package internal(set) var origin: InstanceOrigin?

    init(_ resolution: ObservedResolution) {
        dependency = resolution.dependency
        container = resolution.container
        level = resolution.level
    }

    /// The container, the name and the type: `Container.api<API>`.
    @_documentation(visibility: internal)
    public var description: String { "\(container).\(name)<\(type)>" }

    /// Its line in a tree of resolutions.
    var treeLine: String {
        let indent = String(repeating: "    ", count: level)
        return "\(indent)\(description) = \(origin?.name ?? "not ended")  \(location)"
    }
}

extension InstanceOrigin {
    fileprivate var name: String {
        switch self {
        case .context: "context"
        case .replacement: "replacement"
        case .declaration: "declaration"
        case .scope: "scope"
        }
    }
}

extension ManagedContainer {
    /// The resolutions so far of the test that owns this container, from all of the test's containers and on all
    /// threads, in the order in which they began. A resolution comes before those that are nested in it.
    ///
    /// Only the first 10,000 are kept; strictness covers all of them. Resolutions after the end of the test are not added.
    /// Empty for a container of no test: one that neither a trait nor `withTestContainer` has created, and that is neither
    /// a copy nor a child of such a container.
    public var resolutions: [ResolvedDependency] {
        manager.observers.lazy.compactMap { $0 as? TestReport }.first?.resolutions ?? []
    }
}
