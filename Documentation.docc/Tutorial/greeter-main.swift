let name = CommandLine.arguments.dropFirst().first ?? "you"
print(Greeter().greet(name))
