/// Learns of each resolution from a container that it was given to, on the thread of that resolution. No lock is held.
package protocol ResolutionObserver: AnyObject, Sendable {
    /// Whether a container's child reports here as well.
    var isInherited: Bool { get }

    /// A resolution begins; what it needs comes after it.
    ///
    /// - Returns: What ``ended(_:by:)`` is called with.
    func begin(_ resolution: ObservedResolution) -> Int

    /// A resolution has ended, and this is where the instance came from.
    func end(_ number: Int, from origin: ObservedResolution.Origin)

    /// Something that stands for a dependency, and must not be used, was used.
    ///
    /// - Returns: Whether a test is told.
    func useUnimplemented(_ use: UnimplementedUse) -> Bool
}

/// One resolution, as it begins.
package struct ObservedResolution: Sendable {
    /// Where an instance came from.
    package enum Origin: Sendable {
        /// A closure that overrides, or was registered.
        case replacement
        /// The closure of a context, such as a test or a launch argument.
        case context
        /// The declaration's closure.
        case declaration
        /// A scope kept it.
        case scope
    }

    package let dependency: ObservedDeclaration
    /// The container's type.
    package let container: String
    /// How many resolutions it is within.
    package let level: Int
    /// The closure that stands in the place of the declaration's: an override or a registered one.
    package let replacement: ObservedReplacement?
    /// The context whose closure stands there instead.
    package let context: FactoryContextType?
    /// Where it was asked for, if that is known.
    package let call: CallSite?

    /// The observer of the current task's test.
    @TaskLocal package static var taskObserver: (any ResolutionObserver)?

    /// Who observes what runs here: the resolutions on this thread, the innermost first, the task, and its shared container.
    static var currentObservers: [any ResolutionObserver] {
        let resolutions = ResolutionStack.frames.reversed().compactMap { ($0.duty as? Resolution)?.observer }
        return resolutions + [taskObserver, Container.shared.manager.observer].compactMap(\.self)
    }

    /// The way that led to what is being resolved on this thread, a line for each step.
    package static var path: String { ResolutionStack.path.listing }
}

/// A declaration, as it is named outside of this module.
package struct ObservedDeclaration: Hashable, Sendable {
    private let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }

    /// The name of the property.
    package var key: String { declaration.site.key.description }
    /// What it makes.
    package var product: any Any.Type { declaration.product }
    /// The file and the line.
    package var location: String { declaration.site.location }
    package var fileID: String { declaration.site.fileID.description }
    package var line: Int { Int(declaration.site.line) }

    package func hash(into hasher: inout Hasher) { hasher.combine(declaration.hash) }
}

extension FactoryModifying {
    /// The declaration that this came from.
    package var observedDeclaration: ObservedDeclaration { ObservedDeclaration(registration.declaration) }
}

/// A closure that stands in the place of a declaration's, as it is named outside of this module.
package struct ObservedReplacement: Sendable {
    package let dependency: ObservedDeclaration
    /// Where it was given, if that is known.
    package let call: CallSite?
    package let isOverride: Bool
    /// Whether `autoRegister()` has given it.
    package let isAutomatic: Bool
    /// Tells it from all others, also where it has been copied to another container.
    package let number: UInt64

    init(_ replacement: Replacement, of dependency: ObservedDeclaration, isOverride: Bool) {
        self.dependency = dependency
        call = replacement.call
        self.isOverride = isOverride
        isAutomatic = replacement.isAutomatic
        number = replacement.number
    }
}

extension ContainerManager {
    /// All closures that stand in the place of declarations' now.
    package var replacements: [ObservedReplacement] {
        slots.entries.flatMap { slot in
            let state = slot.current
            let dependency = ObservedDeclaration(slot.declaration)
            return [(state.override, true), (state.registration, false)].compactMap { replacement, isOverride in
                replacement.map { ObservedReplacement($0, of: dependency, isOverride: isOverride) }
            }
        }
    }

    /// Has `autoRegister()` not run, for a container that is there to be asked for its declarations.
    package func neverRegister() { attention.turn(.autoRegistration, on: false) }

    /// Who is told of each resolution.
    package var observer: (any ResolutionObserver)? { currentSettings.observer }

    /// Has an observer told of each resolution, in place of an earlier one.
    ///
    /// - Returns: What was set before, to be released with no lock held.
    @discardableResult
    package func observe(_ observer: (any ResolutionObserver)?) -> Any { change { $0.observer = observer } as Settings }
}

extension TraceLine.Origin {
    var observed: ObservedResolution.Origin {
        switch self {
        case .context: .context
        case .registration: .replacement
        case .declaration: .declaration
        case .cache: .scope
        }
    }
}
