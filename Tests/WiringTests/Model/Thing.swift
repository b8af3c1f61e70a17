/// The product of a program's factories.
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

/// The existential type of some declarations.
protocol Role: AnyObject {
    var thing: Thing { get }
}

/// A value, which cannot be stored weakly.
struct ValueThing {
    let thing: Thing
}

/// Counts things, on one thread.
final class Census {
    fileprivate(set) var made = 0
    fileprivate(set) var alive = 0
}

/// Converts between a thing and a declaration's product type.
struct Shape<Product> {
    let wrap: (Thing) -> Product
    let thing: @Sendable (Product) -> Thing?
}
