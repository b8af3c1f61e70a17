extension History {
    /// Each resolution gets an instance of its declaration and parameter, of its container unless it is a singleton, and its
    /// own unless there is a scope. Its decorator is told whether the resolution built the instance.
    var wrongInstances: [Fault] {
        uses.compactMap { use in
            let (place, built) = (use.place, use.instance.place)
            if (built.declared, built.parameter) != (place.declared, place.parameter) {
                return Fault(rule: "an instance of another declaration or parameter", uses: [use])
            }
            switch storage(of: place) {
            case .inSingletons, .uncertain: break
            case .inContainer, .forOneResolution:
                // A parent's closure builds in the parent.
                let isOfParent = use.instance.generation != 0 && lineage(of: place.container).contains(built.container)
                if built.container != place.container, !isOfParent {
                    return Fault(rule: "an instance of another container", uses: [use])
                }
            case .never: if !use.isConstruction { return Fault(rule: "an instance of another resolution", uses: [use]) }
            }
            if let isNew = use.isNew, isNew != use.isConstruction {
                return Fault(rule: "a decorator with the wrong isNew", uses: [use])
            }
            return nil
        }
    }
}
