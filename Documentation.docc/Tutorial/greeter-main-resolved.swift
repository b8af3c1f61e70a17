import Wiring

let name = CommandLine.arguments.dropFirst().first ?? "you"
print(Container.shared.greeter().greet(name))
