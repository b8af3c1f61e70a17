import Testing
import Wiring
import WiringTesting

@testable import MainActorFixtures

@Suite(.container(for: Container.self, HarborContainer.self))
struct HarborTests {
    @Test func aModelResolvesFromACustomContainer() {
        let chart = HarborContainer.shared.chart()
        #expect(chart.text == "buoy, blue")
        #expect(chart === HarborContainer.shared.chart())
    }

    @Test(.override(.storm)) func aTraitTakesASetOfOverrides() {
        #expect(HarborContainer.shared.chart().text == "buoy, red")
    }

    @Test @concurrent func servicesAreResolvedOffTheMainActor() async {
        #expect(HarborContainer.shared.flag() == "blue")
        let alarm = Container.shared.tideAlarm()
        #expect(await !alarm.isNeeded())
        let chart = await HarborContainer.shared.chart.resolveOnMainActor()
        #expect(await chart.text == "buoy, blue")
    }

    @Test(.override(\HarborContainer.pilot, with: .live))
    @concurrent func clientsAreMadeOffTheMainActor() async throws {
        #expect(try await HarborContainer.shared.pilot().call() == "on board")
    }

    @Test func aTaskLocalContainerIsBoundOffTheMainActor() async {
        let container = HarborContainer()
        container.mooring.register { "pier" }
        let mooring = await Task.detached {
            HarborContainer.$shared.withValue(container) { HarborContainer.shared.mooring() }
        }.value
        #expect(mooring == "pier")
    }
}
