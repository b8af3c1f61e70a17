import Observation
import Wiring

// The module of the article *Using actor isolation* that is isolated to the main actor by default.

// UsingActorIsolation.md: nonisolated protocol TideService

// UsingActorIsolation.md: final class HarborContainer
