import Testing
import WiringTesting

// The code of the articles, verbatim. `SnippetTests` compares them.

/// Collects what an example prints.
private final class Printed {
    private(set) var lines: [String] = []

    func add(_ value: Any) { lines.append("\(value)") }
}

// MARK: - Declaring and resolving

struct MockWeather: WeatherService {
    func sky() -> String { "clear" }
}

extension Container {
    var weatherGreeting: ParameterFactory<String, String> {
        self { "Hello \($0). \(self.weatherReport().text)" }
    }
}

@MainActor final class WeatherModel {
    let title: String
    init(weather: any WeatherService) { title = weather.sky() }
}

extension Container {
    @MainActor var weatherModel: Factory<WeatherModel> { self { WeatherModel(weather: self.weather()) } }
}

struct WeatherScreen {
    @Injected(\.weatherReport) var report
}

extension Container {
    var cachedReport: Factory<WeatherReport> {
        self { WeatherReport(weather: self.weather()) }.cached
    }
}

extension Scope {
    static let login = Cached()
}

extension Container {
    var loginReport: Factory<WeatherReport> {
        self { WeatherReport(weather: self.weather()) }.scope(.login)
    }
}

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

final class WeatherContainer: SharedContainer {
    @TaskLocal static var shared = WeatherContainer()
    let manager = ContainerManager()
}

extension Trait where Self == ContainerTrait<WeatherContainer> {
    static var weatherContainer: Self { .init(shared: WeatherContainer.$shared, container: .init()) }
}

extension WeatherContainer: AutoRegistering {
    var weather: Factory<any WeatherService> { self { LiveWeather() } }

    func autoRegister() {
        weather.onArg("mock-weather") { MockWeather() }
    }
}

// MARK: - Moving from Factory

extension Container {
    func splitLengthUnit(metric: Bool) -> Factory<String> {
        if metric { return self { "km" } }
        return self { "mi" }
    }
}

extension Container {
    func lengthUnit(metric: Bool) -> Factory<String> {
        self { metric ? "km" : "mi" }
    }
}

// MARK: - Output

@Suite(.container) struct DocumentedExamples {
    @Test func resolve() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        print(container.weatherReport().text)  // The sky is cloudy.
        print(container.weatherGreeting("Ada"))  // Hello Ada. The sky is cloudy.
        #expect(printed.lines == ["The sky is cloudy.", "Hello Ada. The sky is cloudy."])
    }

    @Test func isolate() async {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        let model = await container.weatherModel.resolveOnMainActor()
        print(model.title)  // cloudy
        await Container.shared { @MainActor container async in
            container.weatherModel.register { WeatherModel(weather: MockWeather()) }
        }
        let replaced = await Container.shared.weatherModel.resolveOnMainActor()
        print(replaced.title)  // clear
        #expect(printed.lines == ["cloudy", "clear"])
    }

    @Test func resolveFromTheSharedContainer() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        print(Container.shared.weatherReport().text)  // The sky is cloudy.
        print(dependency(\.weatherReport).text)  // The sky is cloudy.
        print(WeatherScreen().report.text)  // The sky is cloudy.
        #expect(printed.lines == ["The sky is cloudy.", "The sky is cloudy.", "The sky is cloudy."])
    }

    @Test func chooseALifetime() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        print(container.weatherReport() === container.weatherReport())  // false
        print(container.cachedReport() === container.cachedReport())  // true
        print(container.cachedReport() === Container().cachedReport())  // false
        #expect(printed.lines == ["false", "true", "false"])
    }

    @Test func clearAScope() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        let first = container.loginReport()
        print(container.loginReport() === first)  // true
        container.manager.reset(scope: .login)
        print(container.loginReport() === first)  // false
        #expect(printed.lines == ["true", "false"])
    }

    @Test func replace() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        container.weather.register { MockWeather() }
        print(container.weatherReport().text)  // The sky is clear.
        container.weather.reset()
        print(container.weatherReport().text)  // The sky is cloudy.
        #expect(printed.lines == ["The sky is clear.", "The sky is cloudy."])
    }

    @Test func clearInstancesBuiltWithTheReplacedDependency() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        print(container.cachedReport().text)  // The sky is cloudy.
        container.weather.register { MockWeather() }
        print(container.cachedReport().text)  // The sky is cloudy.
        container.cachedReport.reset(.scope)
        print(container.cachedReport().text)  // The sky is clear.
        #expect(printed.lines == ["The sky is cloudy.", "The sky is cloudy.", "The sky is clear."])
    }

    @Test func pushAndPop() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        container.manager.push()
        container.weather.register { MockWeather() }
        print(container.weatherReport().text)  // The sky is clear.
        container.manager.pop()
        print(container.weatherReport().text)  // The sky is cloudy.
        #expect(printed.lines == ["The sky is clear.", "The sky is cloudy."])
    }

    @Test func switchAtLaunch() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        print(WeatherContainer.shared.weather().sky())  // cloudy
        FactoryContext.setArg("mock-weather", forKey: "weather")
        print(WeatherContainer.shared.weather().sky())  // clear
        FactoryContext.removeArg(forKey: "weather")
        print(WeatherContainer.shared.weather().sky())  // cloudy
        #expect(printed.lines == ["cloudy", "clear", "cloudy"])
    }

    @Test func seeWhatHappened() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        container.manager.trace = true
        container.manager.logger = { line in print("wiring: \(line)") }
        container.weather.register { MockWeather() }
        _ = container.weatherGreeting("Ada")
        #expect(
            printed.lines.map { $0.replacing(/F:[0-9]{2,}/, with: "F:address") } == [
                "wiring: 0: Container.weatherGreeting<String> = F:0 String",
                "wiring: 1:     Container.weatherReport<WeatherReport> = F:address WeatherReport",
                "wiring: 2:         Container.weather<WeatherService> = R:0 MockWeather",
            ]
        )
    }

    @Test func twoDeclarationSites() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        container.splitLengthUnit(metric: true).register { "m" }
        print(container.splitLengthUnit(metric: true)())  // m
        print(container.splitLengthUnit(metric: false)())  // mi
        #expect(printed.lines == ["m", "mi"])
    }

    @Test func oneDeclarationSite() {
        let printed = Printed()
        func print(_ value: Any) { printed.add(value) }
        let container = Container()
        container.lengthUnit(metric: true).register { "m" }
        print(container.lengthUnit(metric: true)())  // m
        print(container.lengthUnit(metric: false)())  // m
        #expect(printed.lines == ["m", "m"])
    }
}
