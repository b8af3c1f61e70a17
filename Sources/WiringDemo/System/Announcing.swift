/// Tells the user what a service does.
public protocol Announcing: Sendable {
    /// Announces one line of text.
    func announce(_ text: String)
}

/// Announces on standard error.
struct StandardErrorAnnouncer: Announcing {
    func announce(_ text: String) { StandardError.write(text + "\n") }
}
