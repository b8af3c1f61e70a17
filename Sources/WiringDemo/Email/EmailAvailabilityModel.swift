public import Observation

/// The model of a screen where a new user types an e-mail address.
@MainActor
@Observable
public final class EmailAvailabilityModel {
    /// The text that the user has typed. A change starts a check through the runner.
    public var email = "" {
        didSet { check() }
    }

    /// Whether the current ``email`` is known to be available. This is `false` during a check. The result for an earlier text
    /// is dropped.
    public private(set) var isEmailAvailable = false

    private let checking: any EmailChecking
    private let runner: any AsyncRunner

    /// Creates a model with an empty text.
    public init(checking: any EmailChecking, runner: any AsyncRunner) {
        self.checking = checking
        self.runner = runner
    }

    private func check() {
        isEmailAvailable = false
        let checked = email
        runner.run { [weak self, checking] in
            let isAvailable = await checking.isAvailable(checked)
            guard let self, self.email == checked else { return }
            self.isEmailAvailable = isAvailable
        }
    }
}
