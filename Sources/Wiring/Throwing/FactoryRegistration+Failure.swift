extension FactoryRegistration {
    /// The instance of a result. A failure is observed, and thrown.
    func success<Success, Failure: Error>(of result: Result<Success, Failure>, at call: CallSite) throws(Failure)
        -> Success
    {
        if case .failure(let error) = result, let observer = container.manager.failureObserver {
            observer(
                ResolutionFailure(
                    error: error,
                    path: (ResolutionStack.path + [step]).listing,
                    call: call.isKnown ? call.description : nil
                )
            )
        }
        return try result.get()
    }
}
