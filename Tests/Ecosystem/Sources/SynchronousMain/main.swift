// Prints what a closure sees that another thread runs on the main queue, while the main thread runs its run loop.

import Foundation
import Wiring

extension Container {
    var label: Factory<String> { self { "the process's" } }
}

let isRemedied = CommandLine.arguments.contains("remedied")
Thread.detachNewThread {
    withContainer {
        $0.label.override { "the intended container's" }
    } operation: {
        let container = Container.shared
        if isRemedied {
            DispatchQueue.main.sync(execute: container.bind { print(Container.shared.label()) })
        } else {
            DispatchQueue.main.sync { print(Container.shared.label()) }
        }
    }
    exit(0)
}
withContainer {
    $0.label.override { "the main thread's" }
} operation: {
    RunLoop.main.run()
}
