import BenchmarkCounters

/// A service of the whole process, by hand.
enum Global {
    private static let service = make()

    /// Retains it and releases it, as its user would.
    @inline(__always)
    static func read() {
        // Without this the optimizer would leave out the retain, and so what threads contend for.
        let service = Unmanaged.passRetained(service)
        benchmark_consume(service.toOpaque())
        service.release()
    }

    /// A class as simple as this one would be laid out with the program, without a reference count, if the optimizer saw that.
    @inline(never)
    private static func make() -> Service { Service() }
}
