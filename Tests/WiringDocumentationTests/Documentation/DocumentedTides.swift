import Testing
import WiringTesting

@testable import MainActorFixtures

// The tests of the article *Using actor isolation*, in a target that is isolated to no actor by default.

// UsingActorIsolation.md: struct HighTide: TideService
