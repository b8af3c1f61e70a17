public import Wiring

extension Container {
    /// Checks which addresses are available.
    public var emailChecking: Factory<any EmailChecking> { self { TakenAddresses.examples } }

    /// Starts the models' asynchronous work.
    public var asyncRunner: Factory<any AsyncRunner> { self { TaskRunner() } }

    /// The model of a screen where a new user types an e-mail address.
    @MainActor
    public var emailAvailabilityModel: Factory<EmailAvailabilityModel> {
        wire(EmailAvailabilityModel.init) { ($0.emailChecking, $0.asyncRunner) }
    }
}
