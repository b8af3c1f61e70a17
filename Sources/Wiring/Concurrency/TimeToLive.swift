extension Cell {
    /// How long an unused instance lives, at one moment.
    struct TimeToLive {
        let seconds: Double
        let now: Duration

        /// - Parameter used: When the instance was last used; `nil` if that was not recorded: its time begins now.
        func isAlive(since used: Duration?) -> Bool {
            (now - (used ?? now)).seconds < seconds
        }
    }
}
