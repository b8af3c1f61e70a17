import Foundation
import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

// The code of "Replacing dependencies in tests".

// ReplacingDependenciesInTests.md: struct MockReportTests

@Suite struct DocumentedActors {
    // UsingActorIsolation.md: @MainActor func showsTheSky
}

// MARK: - Overrides

// ReplacingDependenciesInTests.md: var forecast

// ReplacingDependenciesInTests.md: extension Overrides

// ReplacingDependenciesInTests.md: struct WeatherClient

// RunningWorkWithAContainer.md: final class ForecastModel

// ReplacingDependenciesInTests.md: struct RecordedWeather

@Suite struct DocumentedReplacements {
    private let printed = Printed()
    private func print(_ value: Any) { printed.add(value) }

    @Test(.container) @MainActor func runsWithTheContainerOfAnObject() {
        // RunningWorkWithAContainer.md: let model = withContainer {
        #expect(printed.lines == ["clear", "cloudy"])
    }

    // ReplacingDependenciesInTests.md: func tellsTheMockedSky

    // ReplacingDependenciesInTests.md: func forecastsTheLiveOne

    // UsingActorIsolation.md: func replacesWhatIsIsolated

    // ContextsAndLaunchArguments.md: func aRegistrationComesAfterOnTest

    // ReplacingDependenciesInTests.md: func isOnHoliday

    // ReplacingDependenciesInTests.md: func replaysTheSky

    // ReplacingDependenciesInTests.md: func addsToWhatIsThere
}

// MARK: - Custom container types

// ReplacingDependenciesInTests.md: extension WeatherContainer: TaskLocalContainer

@Suite struct DocumentedContainerTypes {
    // ReplacingDependenciesInTests.md: func hasBoth

    // ContextsAndLaunchArguments.md: FactoryContext.current.arguments.append

    @Test(.weatherContainer) func hasItsOwnTrait() async {
        let container = WeatherContainer.shared
        #expect(await Task.detached { WeatherContainer.shared !== container }.value)
    }
}

// MARK: - Output

// RunningWorkWithAContainer.md: final class Barometer

@Suite(.timeLimit(.minutes(10)), .container(for: Container.self, WeatherContainer.self)) struct DocumentedOperations {
    private let printed = Printed()
    private func print(_ value: Any) { printed.add(value) }

    @Test func changesPartOfTheWork() {
        // RunningWorkWithAContainer.md: let text = withContainer {
        #expect(printed.lines == ["The sky is clear.", "The sky is cloudy."])
    }

    @Test func setsAndOtherTypes() async {
        // RunningWorkWithAContainer.md: let greeting = await withContainer
        #expect(printed.lines == ["Hi Ada.", "clear"])
    }

    @Test func inheritsStoredInstances() {
        // RunningWorkWithAContainer.md: print(Container.shared.cachedReport().text)  // The sky is cloudy.
        #expect(
            printed.lines == ["The sky is cloudy.", "The sky is cloudy.", "The sky is clear.", "The sky is cloudy."]
        )
    }

    @Test func tasks() async {
        // RunningWorkWithAContainer.md: container.weather.register { MockWeather
        // RunningWorkWithAContainer.md: let sky = await Task.detached
        #expect(printed.lines == ["true", "false", "clear"])
    }

    @Test func callbacks() async {
        let container = Container.shared
        container.weather.register { MockWeather() }
        // RunningWorkWithAContainer.md: let (reports, continuation) = AsyncStream<String>.makeStream()
        #expect(printed.lines == ["990 hPa. The sky is clear."])
    }

    @Test func elementsOfASequence() async {
        let container = Container.shared
        container.weather.register { MockWeather() }
        // RunningWorkWithAContainer.md: let skies = container.bind(
        #expect(printed.lines == ["990 hPa. clear"])
    }
}
