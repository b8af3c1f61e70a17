extension History {
    /// Each resolution is given what it asked for: of its declaration and parameter; of its container, unless that is a
    /// singleton; its own, unless there is a scope; and its decorator is told whether it was built for it.
    var strangers: [Fault] {
        uses.compactMap { use in
            let (place, built) = (use.place, use.instance.place)
            if (built.declared, built.parameter) != (place.declared, place.parameter) {
                return Fault(rule: "an instance of something else", uses: [use])
            }
            switch keeping(of: place) {
            case .inSingletons, .uncertain: break
            case .inContainer, .forOneResolution:
                if built.container != place.container { return Fault(rule: "another container's", uses: [use]) }
            case .never: if !use.isConstruction { return Fault(rule: "another resolution's", uses: [use]) }
            }
            if let isNew = use.isNew, isNew != use.isConstruction {
                return Fault(rule: "a decorator that was told wrong", uses: [use])
            }
            return nil
        }
    }
}
