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

/// What is known of one instance.
struct Instance: Hashable, Sendable {
    /// Where it was built.
    let place: Place
    /// When the resolution began that built it.
    let asked: Int
    /// When its closure began to run: no other instance has the same stamp.
    let begun: Int
    /// The stamp of the registration whose closure built it; 0 for the declaration's.
    let generation: Int
}

/// One resolution: who asked for what, when, and what it was given.
struct HistoryUse: Hashable, Sendable {
    let worker: Int
    let span: Span
    let place: Place
    let instance: Instance
    /// When the outermost resolution began that this one is a part of.
    let outermost: Int
    /// What the decorator was told, where there is one.
    var isNew: Bool?

    /// Whether this resolution built its instance.
    var isConstruction: Bool { instance.asked == span.begin }
}
