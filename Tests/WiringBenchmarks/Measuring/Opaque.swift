import BenchmarkCounters

/// Lets an object escape, so that it is made in memory of its own in each iteration.
@inline(__always)
func consume(_ object: AnyObject) {
    // Holds because the address is not followed.
    benchmark_consume(Unmanaged.passUnretained(object).toOpaque())
}

/// The same value, of which the optimizer no longer knows how it was made.
@inline(__always)
func opaque<Value>(_ value: Value) -> Value {
    var value = value
    // Holds because the address is not followed.
    withUnsafeMutablePointer(to: &value) { benchmark_consume($0) }
    return value
}
