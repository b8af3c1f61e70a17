/// One resolution under way, on the stack of the thread that runs it.
struct Frame {
    let declaration: Declaration
    let container: ContainerIdentity
    /// What is to be done at the end of the resolution, besides popping this.
    var duty: Duty?

    var step: PathStep { PathStep(declaration: declaration, container: "\(container.type)") }
}

/// Which container a resolution is of. It is not retained: nobody need have the container any more.
struct ContainerIdentity: Equatable {
    /// A number that no other container ever has. An address could come to be another's.
    let number: UInt64
    let type: AnyObject.Type

    static func == (left: ContainerIdentity, right: ContainerIdentity) -> Bool { left.number == right.number }
}

/// What a resolution has to do at its end, where that is more than to pop its frame.
class Duty {
    /// Does it, with the instance that the declaration's closure has made.
    func end<T>(with instance: T) {}

    /// Makes the instance, and ends the resolution, where the declaration's closure is not called.
    func answer<P, T>(_ parameters: P, _ product: T.Type) -> T { fatalError("abstract") }

    /// Called instead, when the thread ends within the resolution.
    func abandon() {}

    /// The parameter of the resolution, if it takes one and somebody looks.
    var parameter: AnyParameter? { nil }
    /// Where the resolution was called, if that is known.
    var call: CallSite? { nil }
}
