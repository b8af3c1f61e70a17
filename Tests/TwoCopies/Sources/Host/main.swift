import Glibc
import Interface
import Wiring

// Calls a function of the plug-in. With one argument, the plug-in sets what the declaration of this name makes, and the program resolves
// it. With a second one, the program sets it, and the plug-in resolves it. Prints the result.
let name = CommandLine.arguments[1]
let isSetHere = CommandLine.arguments.count > 2
guard let plugIn = dlopen("libPlugIn.so", RTLD_NOW | RTLD_LOCAL),
    let function = dlsym(plugIn, isSetHere ? "resolve" : name)
else {
    fatalError(String(cString: dlerror()))
}
let container = Container.shared
if isSetHere {
    set(name, in: container)
    unsafeBitCast(function, to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)(name)
} else {
    unsafeBitCast(function, to: (@convention(c) () -> Void).self)()
    print(resolve(name, from: container))
}

func set(_ name: String, in container: Container) {
    struct RealTool: Tool {
        let name = "real"
    }
    switch name {
    case "title": container.title.register { "real" }
    case "registered": container.registered.register { RealTool() }
    case "overridden": container.overridden.override { [RealTool()] }
    case "decorated": container.decorated.decorate { _ in RealTool() }
    case "contributed": container.contributed.contribute { RealTool() }
    case "parameterized": container.parameterized.register { _ in "real" }
    default: fatalError()
    }
}
