import WiringTestSupport

/// The product of a program's factories.
final class Thing: Role, Sendable {
    let number: Int
    private let needs: [Thing]
    private let census: Census

    init(_ needs: [Thing], in census: Census) {
        self.needs = needs
        self.census = census
        number = census.begin()
    }

    deinit { census.end() }

    var thing: Thing { self }

    /// The numbers of the things that it was made of, directly or through others, apart from some.
    func needs(without others: Set<Int>) -> Set<Int> {
        var (found, remaining) = (Set<Int>(), needs)
        while let thing = remaining.popLast() {
            if !others.contains(thing.number), found.insert(thing.number).inserted { remaining += thing.needs }
        }
        return found
    }
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
