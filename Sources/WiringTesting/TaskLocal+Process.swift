import WiringTestingHook

extension TaskLocal {
    /// The value that tasks have that inherit none.
    var processValue: Value {
        var value: Value?
        var read = { value = self.get() }
        withUnsafeMutablePointer(to: &read) { read in
            wiring_testing_run_outside_tasks(
                { context in
                    // SAFETY: It is the address of the closure above, which is valid until the function has returned.
                    context!.assumingMemoryBound(to: (() -> Void).self).pointee()
                },
                read
            )
        }
        // SAFETY: The function has run.
        return value!
    }
}
