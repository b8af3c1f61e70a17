import Wiring

// The tool of the article *Getting started*, as it is at the end. `.ci/getting-started` builds it from the article, and runs it.

protocol WeatherService: Sendable { func sky() -> String }
struct LiveWeather: WeatherService { func sky() -> String { "cloudy" } }

final class WeatherReport: Sendable {
    let text: String
    init(weather: any WeatherService) {
        text = "The sky is \(weather.sky())."
    }
}

// GettingStarted.md: struct MockWeather

func tellTheSky() {
    // GettingStarted.md: print(Container.shared.weatherReport().text)
}
