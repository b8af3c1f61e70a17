import Foundation
import Wiring
import WiringFoundation

struct Greeter {
    let calendar: Calendar
    let date: DateGenerator

    func greet(_ name: String) -> String {
        let hour = calendar.component(.hour, from: date.now)
        return "\(hour < 12 ? "Good morning" : "Good evening"), \(name)!"
    }
}

extension Container {
    var greeter: Factory<Greeter> {
        self { Greeter(calendar: self.calendar(), date: self.date()) }
    }
}
