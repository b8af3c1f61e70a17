import BenchmarkCounters

/// The service that most rows resolve: a class with one stored property, whose instances are counted.
final class Service: Sendable {
    let number: Int

    init(number: Int = 1) {
        self.number = number
        benchmark_count_instance()
    }
}
