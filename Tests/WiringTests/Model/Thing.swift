/// The product of a program's factories.
final class Thing: Role, Sendable {
    let number: Int
    private let needs: [Thing]
    /// The numbers of the things that it was made of, directly or through others.
    let allNeeds: Set<Int>
    private let census: Census

    init(_ needs: [Thing], in census: Census) {
        self.needs = needs
        allNeeds = needs.reduce(into: []) { $0.formUnion($1.allNeeds.union([$1.number])) }
        self.census = census
        number = census.begin()
    }

    deinit { census.end() }

    var thing: Thing { self }
}

/// The existential type of some declarations.
protocol Role: AnyObject, Sendable {
    var thing: Thing { get }
}

/// A value, which cannot be stored weakly.
struct ValueThing: Sendable {
    let thing: Thing
}

/// Counts things, or containers.
final class Census: Sendable {
    private let counts = Locked((made: 0, alive: 0))

    var alive: Int { counts.withLock { $0.alive } }

    /// Counts a new one, and returns its number.
    func begin() -> Int {
        counts.withLock { counts in
            counts.made += 1
            counts.alive += 1
            return counts.made
        }
    }

    func end() { counts.withLock { $0.alive -= 1 } }
}

/// Converts between a thing and a declaration's product type.
struct Shape<Product: Sendable> {
    let wrap: @Sendable (Thing) -> Product
    let thing: @Sendable (Product) -> Thing?
}

extension Shape<Thing> {
    /// An object as it is.
    static var object: Self { Self(wrap: { $0 }, thing: { $0 }) }
}
