import WiringTestingHook

extension TaskLocal {
    /// The value that tasks have that inherit none.
    var processValue: Value {
        let reading = Reading(self)
        wiring_testing_run_outside_tasks(
            { context in
                // SAFETY: It is the object below, which is retained until the function has returned.
                Unmanaged<AnyReading>.fromOpaque(context!).takeUnretainedValue().run()
            },
            Unmanaged<AnyReading>.passUnretained(reading).toOpaque()
        )
        // The function has run.
        return withExtendedLifetime(reading) { reading.value! }
    }
}

/// Reads a value, for a function of C, which cannot be generic.
private class AnyReading {
    func run() {}
}

private final class Reading<Value: Sendable>: AnyReading {
    private let taskLocal: TaskLocal<Value>
    private(set) var value: Value?

    init(_ taskLocal: TaskLocal<Value>) { self.taskLocal = taskLocal }

    override func run() { value = taskLocal.get() }
}
