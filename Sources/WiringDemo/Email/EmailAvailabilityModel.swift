public import Observation

/// What a screen shows where a new user types an e-mail address.
@MainActor
@Observable
public final class EmailAvailabilityModel {
    /// What the user has typed. A change starts a check through the runner.
    public var email = "" {
        didSet { check() }
    }

    /// Whether ``email``, as it stands, is known to be available. `false` while a check is on its way; the result of a
    /// check of an earlier text is dropped.
    public private(set) var isEmailAvailable = false

    private let checking: any EmailChecking
    private let runner: any AsyncRunner

    /// Makes a model with nothing typed.
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
