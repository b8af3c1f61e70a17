import Testing
import Wiring
import WiringTesting

@testable import MainActorFixtures

// The tests of the article *Using actor isolation*, in a target that is isolated to the main actor by default.

// UsingActorIsolation.md: struct HighTide: TideService
