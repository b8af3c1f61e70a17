import Foundation

struct Greeter {
    func greet(_ name: String) -> String {
        let hour = Calendar.current.component(.hour, from: Date())
        return "\(hour < 12 ? "Good morning" : "Good evening"), \(name)!"
    }
}
