import WiringTestSupport

/// Closures that start, run and stop instances.
extension FlightRecorder {
    func start(_ instance: FlightInstance) async throws {
        try await call(.start, instance, failing: 15) { await suspend() }
    }

    /// Sometimes runs until it is asked to finish.
    func run(_ instance: FlightInstance) async throws {
        try await call(.run, instance, failing: 20) {
            await suspend()
            if !hooksFail || chance(60) { await instance.isAskedToFinish.pass() }
        }
    }

    func stop(_ instance: FlightInstance) async {
        try? await call(.stop, instance, failing: 0) { await suspend() }
        instance.isAskedToFinish.open()
    }

    /// Records a call, which sometimes fails.
    private func call(
        _ hook: FlightHistory.Call.Hook,
        _ instance: FlightInstance,
        failing percent: Int,
        _ body: () async -> Void
    ) async throws {
        var call = FlightHistory.Call(flight: instance.flight, hook: hook, span: Span(clock.tick(), .max))
        record { [call] in $0.calls.append(call) }
        await body()
        call.hasFailed = hooksFail && chance(percent)
        call.span = Span(call.span.begin, clock.tick())
        record { [call] history in
            history.calls.removeAll { $0.span.begin == call.span.begin }
            history.calls.append(call)
        }
        if call.hasFailed { throw FlightHookFailure(flight: instance.flight, hook: hook) }
    }
}
