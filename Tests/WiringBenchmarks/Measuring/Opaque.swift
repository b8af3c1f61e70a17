import BenchmarkCounters

/// Makes an object escape, so that each iteration allocates it.
@inline(__always)
func consume(_ object: AnyObject) {
    // SAFETY: The address is not dereferenced.
    benchmark_consume(Unmanaged.passUnretained(object).toOpaque())
}

/// Returns the same value and hides its origin from the optimizer.
@inline(__always)
func opaque<Value>(_ value: Value) -> Value {
    var value = value
    // SAFETY: The address is not dereferenced.
    withUnsafeMutablePointer(to: &value) { benchmark_consume($0) }
    return value
}
