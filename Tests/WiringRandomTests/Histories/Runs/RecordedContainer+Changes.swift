import Wiring
import WiringAsync

/// The changes that steps make to a declaration.
extension RecordedContainer {
    func register(_ declared: Declared, _ generation: Int) {
        if let factory = factory(declared) {
            factory.register { [unowned self] in make(declared, 0, generation) }
        } else if declared == .throwing {
            throwing.register { [unowned self] () throws(RecordedFailure) in try tryToMake(declared, generation) }
        } else {
            each.register { [unowned self] in make(declared, $0, generation) }
        }
    }

    func override(_ declared: Declared, _ generation: Int) {
        if let factory = factory(declared) {
            factory.override { [unowned self] in make(declared, 0, generation) }
        } else if declared == .throwing {
            throwing.override { [unowned self] () throws(RecordedFailure) in try tryToMake(declared, generation) }
        } else {
            each.override { [unowned self] in make(declared, $0, generation) }
        }
    }

    /// Sets a closure for an argument that may or may not be set.
    func setContext(_ declared: Declared, _ generation: Int) {
        if let factory = factory(declared) {
            factory.onArg("history") { [unowned self] in make(declared, 0, generation) }
        } else if declared == .throwing {
            throwing.onArg("history") { [unowned self] () throws(RecordedFailure) in
                try tryToMake(declared, generation)
            }
        } else {
            each.onArg("history") { [unowned self] in make(declared, $0, generation) }
        }
    }

    func decorate(_ declared: Declared, _ number: Int) {
        if let factory = factory(declared) {
            factory.decorate { RecordedInstance(decorating: $0, number) }
        } else if declared == .throwing {
            throwing.decorate { RecordedInstance(decorating: $0, number) }
        } else {
            each.decorate { RecordedInstance(decorating: $0, number) }
        }
    }

    func reset(_ declared: Declared, _ options: FactoryResetOptions) {
        if let factory = factory(declared) {
            factory.reset(options)
        } else if declared == .throwing {
            throwing.reset(options)
        } else {
            each.reset(options)
        }
    }
}
