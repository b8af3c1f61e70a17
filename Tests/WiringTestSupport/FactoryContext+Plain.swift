package import Wiring

extension FactoryContext {
    /// A context without arguments and environment that is neither a test nor a debug build.
    package static var plain: FactoryContext {
        var context = FactoryContext()
        context.arguments = ["program"]
        context.environment = [:]
        context.isTest = false
        context.isDebug = false
        return context
    }
}
