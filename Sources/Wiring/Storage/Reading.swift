/// An instance that was found without a lock. It is there until it is taken: by the function that has begun to read, which
/// runs nothing in between that may release what is not its own.
@usableFromInline
struct Reading {
    @usableFromInline let memory: KeptMemory
    /// Of the calling thread, which has begun to read; `nil` where no other thread can take the instance away.
    @usableFromInline let record: UnsafeMutablePointer<ThreadRecord>?

    @export(implementation)
    @inline(always)
    init(_ memory: KeptMemory, _ record: UnsafeMutablePointer<ThreadRecord>) {
        self.memory = memory
        self.record = record
    }

    /// What this thread alone can take away.
    @export(implementation)
    @inline(always)
    init(_ memory: KeptMemory) {
        self.memory = memory
        record = nil
    }

    /// The instance, of the type that it was kept as, where it is held strongly. Ends the reading; likewise below.
    @export(implementation)
    @inline(always)
    func takeStrong<Value>(_ type: Value.Type) -> Value {
        // Holds because the caller's declaration has this type.
        let value = memory.content(Value.self).pointee
        if let record { record.pointee.endReading() }
        return value
    }

    /// The instance, where it is held weakly, if it is there.
    @export(implementation)
    @inline(always)
    func takeWeak<Value>(_ type: Value.Type) -> Value? {
        let value: Value? = WeakContent.value(at: memory.content(WeakContent.self))
        if let record { record.pointee.endReading() }
        return value
    }
}
