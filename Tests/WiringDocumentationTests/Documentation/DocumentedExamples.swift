import Testing
import WiringTestSupport
import WiringTesting

// The code of the articles.

// MARK: - Declaring and resolving

struct MockWeather: WeatherService {
    func sky() -> String { "clear" }
}

// DeclaringDependencies.md: var weatherGreeting

// UsingActorIsolation.md: @MainActor final class WeatherModel

// UsingActorIsolation.md: @globalActor actor StoreActor

// DeclaringDependencies.md: struct WeatherScreen

// SKILL.md: var cachedReport

// ChoosingALifetime.md: extension Scope

// ChoosingALifetime.md: var oneGreeting

@Suite(.container)
struct WeatherReportTests {
    @Test(.container { $0.weather.register { MockWeather() } })
    func tellsTheSky() {
        #expect(Container.shared.weatherReport().text == "The sky is clear.")
    }

    @Test func beginsWithNothingRegistered() {
        #expect(Container.shared.manager.isEmpty(.all))
    }
}

// DeclaringDependencies.md: final class WeatherContainer

// ReplacingDependenciesInTests.md: extension Trait where Self == ContainerTrait<WeatherContainer>

// SKILL.md: extension WeatherContainer: AutoRegistering

// MARK: - Moving from Factory

// MovingFromFactory.md: func splitLengthUnit

// MovingFromFactory.md: func lengthUnit

// MARK: - Output

@Suite(.container) struct DocumentedExamples {
    private let printed = Printed()
    private func print(_ value: Any) { printed.add(value) }

    @Test func resolve() {
        // DeclaringDependencies.md: print(container.weatherGreeting("Ada"))  // Hello Ada. The sky is cloudy.
        #expect(printed.lines == ["The sky is cloudy.", "Hello Ada. The sky is cloudy."])
    }

    @Test func isolate() async {
        // UsingActorIsolation.md: let container = Container
        #expect(printed.lines == ["cloudy", "clear"])
    }

    @Test func resolveFromTheSharedContainer() {
        // DeclaringDependencies.md: print(Container.shared.weatherReport().text)  // The sky is cloudy.
        #expect(printed.lines == ["The sky is cloudy.", "The sky is cloudy.", "The sky is cloudy."])
    }

    @Test func chooseALifetime() {
        // ChoosingALifetime.md: print(container.weatherReport() === container.weatherReport())  // false
        #expect(printed.lines == ["false", "true", "false"])
    }

    @Test func keepAnInstanceForEachParameter() {
        // ChoosingALifetime.md: print(container.oneGreeting("Ada"))  // Hello Ada.
        #expect(printed.lines == ["Hello Ada.", "Hello Ada.", "Hello Ada.", "Hello Grace."])
    }

    @Test func clearAScope() {
        // ChoosingALifetime.md: let first = container.loginReport
        #expect(printed.lines == ["true", "false"])
    }

    @Test func replace() {
        // DeclaringDependencies.md: container.weather.reset
        #expect(printed.lines == ["The sky is clear.", "The sky is cloudy."])
    }

    @Test func clearInstancesBuiltWithTheReplacedDependency() {
        // DeclaringDependencies.md: print(container.cachedReport().text)  // The sky is cloudy.
        #expect(printed.lines == ["The sky is cloudy.", "The sky is cloudy.", "The sky is clear."])
    }

    @Test func pushAndPop() {
        // DeclaringDependencies.md: container.manager.push
        #expect(printed.lines == ["The sky is clear.", "The sky is cloudy."])
    }

    @Test func switchAtLaunch() {
        // ContextsAndLaunchArguments.md: print(WeatherContainer.shared.weather().sky())  // cloudy
        #expect(printed.lines == ["cloudy", "clear", "cloudy"])
    }

    @Test func seeWhatHappened() {
        // DiagnosingProblems.md: let container = Container
        #expect(
            printed.lines.map { $0.replacing(/F:[0-9]{2,}/, with: "F:address") } == [
                "wiring: 0: Container.weatherGreeting<String> = F:0 String",
                "wiring: 1:     Container.weatherReport<WeatherReport> = F:address WeatherReport",
                "wiring: 2:         Container.weather<WeatherService> = R:0 MockWeather",
            ]
        )
    }

    @Test func twoDeclarationSites() {
        // MovingFromFactory.md: container.splitLengthUnit
        #expect(printed.lines == ["m", "mi"])
    }

    @Test func oneDeclarationSite() {
        // MovingFromFactory.md: container.lengthUnit
        #expect(printed.lines == ["m", "m"])
    }
}
