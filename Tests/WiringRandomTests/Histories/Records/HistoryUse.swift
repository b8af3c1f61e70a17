/// One declaration of one container, for one parameter.
struct Place: Hashable, Sendable {
    let container: Int
    let declared: Declared
    let parameter: Int

    init(_ container: Int, _ declared: Declared, _ parameter: Int = 0) {
        self.container = container
        self.declared = declared
        self.parameter = parameter
    }
}

/// The origin of one instance, or of one failure to build it.
struct Instance: Hashable, Sendable {
    /// Where it was built.
    let place: Place
    /// When the resolution began that built it.
    let requested: Int
    /// When its closure began to run. No other instance has the same stamp.
    let begun: Int
    /// The stamp of the registration whose closure built it; 0 for the declaration's.
    let generation: Int
    /// When its closure ended.
    var ended = Int.max
}

/// One resolution: who requested what, when, and which instance it got.
struct HistoryUse: Hashable, Sendable {
    let worker: Int
    let span: Span
    let place: Place
    let instance: Instance
    /// The decorations of the instance, in their order.
    var decorations: [Int] = []
    /// When the outermost resolution began that this one is a part of.
    let outermost: Int
    /// What the decorator was told, if there is one.
    var isNew: Bool?
    /// Whether the resolution received an error in place of the instance.
    var hasFailed = false

    /// Whether this resolution built its instance, or tried to.
    var isConstruction: Bool { instance.requested == span.begin }
}
