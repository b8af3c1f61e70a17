extension Resolution {
    /// Stops the program if this thread is already building this declaration for the same parameter; or so often that it will not
    /// end, if its parameters cannot be compared.
    func rejectRepetition() {
        var uncomparable = 0
        let cycle = ResolutionStack.repetition { earlier, last in
            let isOfSameContainer = earlier.container == last.container
            if let isSame = isSameParameter(earlier, last) {
                guard isSame else { return false }
                if isOfSameContainer { return true }
            }
            uncomparable += 1
            return uncomparable >= Self.recursionLimit
        }
        if let cycle { Failure.circularDependency(cycle) }
    }

    /// The recursion limit of one declaration for parameters that cannot be compared.
    private static var recursionLimit: Int { 400 }

    /// Whether two frames of this declaration have the same parameter; `nil` if they cannot be compared.
    private func isSameParameter(_ earlier: Frame, _ last: Frame) -> Bool? {
        guard request.declaration.parameter != Void.self else { return true }
        // A resolution on the fast path has not stored its parameter.
        guard let earlier = earlier.completion?.parameter, let last = last.completion?.parameter else { return false }
        return last.isSame(as: earlier)
    }
}
