/// What the factories of a program make.
final class Thing: Role {
    let number: Int
    private let needs: [Thing]
    private let census: Census

    init(_ needs: [Thing], in census: Census) {
        self.needs = needs
        self.census = census
        census.made += 1
        census.alive += 1
        number = census.made
    }

    deinit { census.alive -= 1 }

    var thing: Thing { self }
}

/// What some declarations make instead of a `Thing` itself.
protocol Role: AnyObject {
    var thing: Thing { get }
}

/// A value, which cannot be held weakly.
struct ValueThing {
    let thing: Thing
}

/// Counts things, on one thread.
final class Census {
    fileprivate(set) var made = 0
    fileprivate(set) var alive = 0
}

/// How things are made into what a declaration is declared to make, and taken out of it.
struct Shape<Product> {
    let wrap: (Thing) -> Product
    let thing: @Sendable (Product) -> Thing?
}
