extension ResolutionStack {
    /// Ends the innermost resolution with the instance that the declaration's closure returned, and decorates the instance.
    @usableFromInline
    @inline(never)
    static func finish<T>(_ instance: inout T) {
        guard let record = ThreadRecord.existing, record.pointee.pendingCompletions == 0 else {
            return complete(&instance)
        }
        record.pointee.depth &-= 1
    }

    @inline(never)
    private static func complete<T>(_ instance: inout T) {
        // SAFETY: The frame retains its completion until it is popped.
        ThreadRecord.current.pointee.innermostCompletion?._withUnsafeGuaranteedRef { $0.end(with: &instance) }
        pop()
    }

    /// Returns the instance of the innermost resolution, for which the declaration's closure is not called, and ends the
    /// resolution.
    @inline(never)
    static func instanceWithoutDeclaration<P, T>(_ parameters: P, _ product: T.Type) -> T {
        // SAFETY: The frame retains its completion until it is popped, which this call does last.
        ThreadRecord.current.pointee.innermostCompletion!._withUnsafeGuaranteedRef {
            $0.instanceWithoutDeclaration(parameters, T.self)
        }
    }
}
