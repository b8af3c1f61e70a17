public import Wiring

extension Container {
    /// Who knows which addresses are available.
    public var emailChecking: Factory<any EmailChecking> { self { TakenAddresses.examples } }

    /// What starts the models' asynchronous work.
    public var asyncRunner: Factory<any AsyncRunner> { self { TaskRunner() } }

    /// A screen's model of a new user's address.
    @MainActor
    public var emailAvailabilityModel: Factory<EmailAvailabilityModel> {
        self { EmailAvailabilityModel(checking: self.emailChecking(), runner: self.asyncRunner()) }
    }
}
