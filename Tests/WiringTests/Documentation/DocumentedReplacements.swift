import Foundation
import Testing
import WiringTesting

// The code of "Replacing dependencies in tests", verbatim. `SnippetTests` compares them.

/// Collects what an example prints.
private final class Printed: Sendable {
    private let collected = Collection<String>()

    var lines: [String] { collected.values }

    func add(_ value: Any) { collected.add("\(value)") }
}

@Suite(.container { $0.weather.register { MockWeather() } })
struct MockReportTests {
    @Test func beginsWithTheSuitesRegistration() {
        #expect(Container.shared.weatherReport().text == "The sky is clear.")
    }

    @Test(.container { $0.cachedReport.register { WeatherReport(weather: LiveWeather()) } })
    func addsItsOwnRegistration() {
        #expect(Container.shared.weatherReport().text == "The sky is clear.")
        #expect(Container.shared.cachedReport().text == "The sky is cloudy.")
    }

    @Suite struct Nested {
        @Test func inheritsTheRegistration() {
            #expect(Container.shared.weather().sky() == "clear")
        }
    }
}

@Suite struct DocumentedActors {
    @Test(.container { @MainActor in $0.weatherModel.register { WeatherModel(weather: MockWeather()) } })
    @MainActor func showsTheSky() {
        #expect(Container.shared.weatherModel().title == "clear")
    }
}

// MARK: - Overrides

extension Container {
    var forecast: Factory<any WeatherService> { self { LiveWeather() }.onTest { MockWeather() } }
}

extension Overrides {
    static let clearSky = Overrides { $0.weather.override { MockWeather() } }
    static let short = Overrides { $0.weatherGreeting.override { "Hi \($0)." } }
    static let holiday: Overrides = [.clearSky, .short]
}

struct WeatherClient: Sendable {
    var sky: @Sendable () -> String
    var warn: @Sendable (String) -> Void
}

extension Container {
    var weatherClient: Factory<WeatherClient> {
        self { WeatherClient(sky: { "cloudy" }, warn: { print($0) }) }
            .onTest { WeatherClient(sky: unimplemented("sky", placeholder: ""), warn: unimplemented("warn")) }
    }
}

@MainActor
final class ForecastModel {
    let container = Container.shared
    @BoundInjected(\.weather) private var weather
    private(set) var sky = ""

    func refresh() { sky = weather.sky() }
    func makeDetail() -> ForecastModel { withContainer(container) { ForecastModel() } }
}

struct RecordedWeather: WeatherService {
    let recording: String
    func sky() -> String { recording }

    static func load(_ name: String) async throws -> RecordedWeather { RecordedWeather(recording: "recorded \(name)") }
}

extension AsyncOverrides {
    static let recordedSky = AsyncOverrides { container in
        let recorded = try await RecordedWeather.load("sky")
        container.weather.override { recorded }
    }
}

@Suite struct DocumentedReplacements {
    @Test(.container) @MainActor func runsWithTheContainerOfAnObject() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let model = withContainer {
            $0.weather.override { MockWeather() }
        } operation: {
            ForecastModel()
        }
        let detail = model.makeDetail()
        detail.refresh()
        print(detail.sky)  // clear
        withContainer(from: model.container) {
            $0.weather.override { LiveWeather() }
        } operation: {
            model.refresh()
        }
        print(model.sky)  // cloudy
        #expect(printed.lines == ["clear", "cloudy"])
    }

    @Test(.container, .override(\.forecast) { LiveWeather() }, .override(\.weatherGreeting) { "Good morning \($0)." })
    func forecastsTheLiveOne() {
        #expect(Container.shared.forecast().sky() == "cloudy")
        #expect(Container.shared.weatherGreeting("Ada") == "Good morning Ada.")
    }

    @Test(.container { $0.forecast.register { LiveWeather() } })
    func aRegistrationComesAfterOnTest() {
        #expect(Container.shared.forecast().sky() == "clear")
    }

    @Test(.container { $0.forecast.override { LiveWeather() } })
    func anOverrideComesBeforeIt() {
        #expect(Container.shared.forecast().sky() == "cloudy")
    }

    @Test(.container, .override(.holiday), .override(\.weatherGreeting) { "Bye \($0)." })
    func isOnHoliday() {
        #expect(Container.shared.weatherReport().text == "The sky is clear.")
        #expect(Container.shared.weatherGreeting("Ada") == "Bye Ada.")
    }

    @Test(.container, .override(.recordedSky))
    func replaysTheSky() {
        #expect(Container.shared.weatherReport().text == "The sky is recorded sky.")
    }

    @Test(.container(.inheriting) { $0.weather.register { MockWeather() } })
    func addsToWhatIsThere() {
        #expect(Container.shared.weatherReport().text == "The sky is clear.")
    }
}

// MARK: - Custom container types

extension WeatherContainer: TaskLocalContainer {
    static var taskLocal: TaskLocal<WeatherContainer> { $shared }
}

@Suite struct DocumentedContainerTypes {
    @Test(
        .container(for: Container.self, WeatherContainer.self) { container, weather in
            container.weather.register { MockWeather() }
            weather.weather.register { LiveWeather() }
        }
    )
    func hasBoth() {
        #expect(Container.shared.weather().sky() == "clear")
        #expect(WeatherContainer.shared.weather().sky() == "cloudy")
    }

    @Test(.container, .override(\WeatherContainer.weather) { MockWeather() })
    func overridesTheOther() {
        #expect(WeatherContainer.shared.weather().sky() == "clear")
    }

    @Test(.container(for: WeatherContainer.self)) func followsTheLaunchArgument() {
        FactoryContext.current.arguments.append("mock-weather")
        #expect(WeatherContainer.shared.weather().sky() == "clear")
    }

    @Test(.weatherContainer) func hasItsOwnTrait() async {
        let container = WeatherContainer.shared
        #expect(await Task.detached { WeatherContainer.shared !== container }.value)
    }
}

// MARK: - Output

final class Barometer: Sendable {
    private let onChange: @Sendable (Int) -> Void
    init(onChange: @escaping @Sendable (Int) -> Void) { self.onChange = onChange }
    func fall(to pressure: Int) { DispatchQueue.global().async { self.onChange(pressure) } }
}

@Suite(.timeLimit(.minutes(10)), .container(for: Container.self, WeatherContainer.self)) struct DocumentedOperations {
    private let printed = Printed()
    private func print(_ value: Any) { printed.add(value) }

    @Test func changesPartOfTheWork() {
        let text = withContainer {
            $0.weather.override { MockWeather() }
        } operation: {
            Container.shared.weatherReport().text
        }
        print(text)  // The sky is clear.
        print(Container.shared.weatherReport().text)  // The sky is cloudy.
        #expect(printed.lines == ["The sky is clear.", "The sky is cloudy."])
    }

    @Test func setsAndOtherTypes() async {
        let greeting = await withContainer(.holiday) {
            await Task { Container.shared.weatherGreeting("Ada") }.value
        }
        print(greeting)  // Hi Ada.
        let sky = withContainer(for: WeatherContainer.self) { weather in
            weather.weather.override { MockWeather() }
        } operation: {
            WeatherContainer.shared.weather().sky()
        }
        print(sky)  // clear
        #expect(printed.lines == ["Hi Ada.", "clear"])
    }

    @Test func inheritsStoredInstances() {
        print(Container.shared.cachedReport().text)  // The sky is cloudy.
        withContainer {
            $0.weather.override { MockWeather() }
        } operation: {
            print(Container.shared.cachedReport().text)  // The sky is cloudy.
            Container.shared.cachedReport.reset(.scope)
            print(Container.shared.cachedReport().text)  // The sky is clear.
        }
        print(Container.shared.cachedReport().text)  // The sky is cloudy.
        #expect(
            printed.lines == ["The sky is cloudy.", "The sky is cloudy.", "The sky is clear.", "The sky is cloudy."]
        )
    }

    @Test func tasks() async {
        let container = Container.shared
        container.weather.register { MockWeather() }
        let inherits = await Task { Container.shared === container }.value
        print(inherits)  // true
        let detachedInherits = await Task.detached { Container.shared === container }.value
        print(detachedInherits)  // false
        let sky = await Task.detached(operation: container.bind { Container.shared.weather().sky() }).value
        print(sky)  // clear
        #expect(printed.lines == ["true", "false", "clear"])
    }

    @Test func callbacks() async {
        let container = Container.shared
        container.weather.register { MockWeather() }
        let (reports, continuation) = AsyncStream<String>.makeStream()
        let barometer = Barometer(
            onChange: container.bind { pressure in
                continuation.yield("\(pressure) hPa. \(Container.shared.weatherReport().text)")
            }
        )
        barometer.fall(to: 990)
        for await report in reports.prefix(1) { print(report) }  // 990 hPa. The sky is clear.
        #expect(printed.lines == ["990 hPa. The sky is clear."])
    }
}
