import Testing
import WiringTesting

// The declarations and the test of the article *Getting started*, before it adds a launch argument. `SnippetTests` compares them.

protocol WeatherService: Sendable { func sky() -> String }
struct LiveWeather: WeatherService { func sky() -> String { "cloudy" } }

final class WeatherReport: Sendable {
    let text: String
    init(weather: any WeatherService) {
        text = "The sky is \(weather.sky())."
    }
}

extension Container {
    var weather: Factory<any WeatherService> { self { LiveWeather() } }
    var weatherReport: Factory<WeatherReport> {
        self { WeatherReport(weather: self.weather()) }
    }
}

struct ClearWeather: WeatherService { func sky() -> String { "clear" } }

@Test(.container, .override(\.weather) { ClearWeather() })
func reportsAClearSky() {
    #expect(Container.shared.weatherReport().text == "The sky is clear.")
}
