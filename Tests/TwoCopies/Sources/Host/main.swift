import Glibc
import Interface
import Wiring

// Calls the function of the plug-in that an argument names, and prints what the declaration of this name then resolves to.
let name = CommandLine.arguments[1]
guard let plugIn = dlopen("libPlugIn.so", RTLD_NOW | RTLD_LOCAL), let change = dlsym(plugIn, name) else {
    fatalError(String(cString: dlerror()))
}
unsafeBitCast(change, to: (@convention(c) () -> Void).self)()
let container = Container.shared
switch name {
case "title": print(container.title())
case "registered": print(container.registered().name)
case "overridden": print(container.overridden()[0].name)
case "decorated": print(container.decorated()?.name ?? "none")
case "contributed": print(container.contributed().first?.name ?? "none")
case "parameterized": print(container.parameterized(Size()))
case "contained": print(PlugInContainer.shared.contained())
default: fatalError()
}
