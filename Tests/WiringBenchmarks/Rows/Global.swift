import BenchmarkCounters

/// A process-wide service, by hand.
enum Global {
    private static let service = make()

    /// Retains and releases the service, as its user would.
    @inline(__always)
    static func read() {
        // Otherwise the optimizer would omit the retain, which is what threads contend for.
        let service = Unmanaged.passRetained(service)
        benchmark_consume(service.toOpaque())
        service.release()
    }

    /// Not inlined: otherwise the optimizer would allocate an instance of such a simple class statically, without a reference
    /// count.
    @inline(never)
    private static func make() -> Service { Service() }
}
