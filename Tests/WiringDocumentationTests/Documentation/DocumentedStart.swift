import Testing
import WiringTesting

// The declarations and the test of the article *Getting started*, before it adds a launch argument.

// GettingStarted.md: protocol WeatherService

// GettingStarted.md: struct ClearWeather
