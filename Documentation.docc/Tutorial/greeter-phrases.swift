import Foundation
import Wiring
import WiringFoundation

struct Phrases {
    var morning = "Good morning"
    var evening = "Good evening"
}

struct Greeter {
    let calendar: Calendar
    let date: DateGenerator
    let phrases: Phrases

    func greet(_ name: String) -> String {
        let hour = calendar.component(.hour, from: date.now)
        return "\(hour < 12 ? phrases.morning : phrases.evening), \(name)!"
    }
}

extension Container {
    var phrases: Factory<Phrases> {
        self { Phrases() }
            .onArg("--french") { Phrases(morning: "Bonjour", evening: "Bonsoir") }
    }

    var greeter: Factory<Greeter> {
        self { Greeter(calendar: self.calendar(), date: self.date(), phrases: self.phrases()) }
    }
}
