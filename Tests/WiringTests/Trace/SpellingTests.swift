import Testing
import Wiring

@Suite struct SpellingTests {
    private let names = ["networking", "session", "store", "storePath"]

    @Test(arguments: [
        ("netwroking", "networking"), ("Networking", "networking"), ("stor", "store"), ("storPath", "storePath"),
        ("sesion", "session"),
    ])
    func theNearestNameIsSuggested(name: String, suggestion: String) {
        #expect(names.nearest(to: name) == suggestion)
    }

    @Test(arguments: ["", "api", "quite another name"])
    func nothingIsSuggestedForAnotherWord(name: String) {
        #expect(names.nearest(to: name) == nil)
    }

    @Test func ofEqualDistancesTheFirstInTheAlphabetIsSuggested() {
        #expect(["cat", "bat"].nearest(to: "rat") == "bat")
    }

    @Test func nothingIsSuggestedBeyondTheLimit() {
        #expect(["mock-networking"].nearest(to: "mock-networks", limit: 3) == "mock-networking")
        #expect(["mock-networking"].nearest(to: "mock-networks", limit: 2) == nil)
    }
}
