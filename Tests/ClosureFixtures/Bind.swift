import Wiring

func bind(_ container: Container) throws {
    _ = container.bind {}
    _ = container.bind { 1 }
    _ = container.bind { () -> Never in fatalError() }
    _ = container.bind { opaque() }
    _ = container.bind { (text: String) in (text, 1) }
    _ = container.bind { (text: String, number: Int, flag: Bool?) -> Int in number }
    _ = container.bind { (pair: (Int, Int)) in pair.0 }
    _ = container.bind { (_: ()) in }
    _ = container.bind { (greeting: any Greeting, type: Int.Type) in greeting }
    _ = container.bind { (box: Box) in box }
    _ = container.bind { @Sendable (text: String) in text }

    _ = container.bind { try untyped() }
    _ = container.bind { (_: String) throws -> Int in throw Failed.offline }
    _ = container.bind { (_: String, _: Int) in throw Failed.offline }

    _ = container.bind { () throws(Failed) in throw .offline }
    _ = container.bind { () throws(Failed) -> Int in throw .offline }
    _ = container.bind { () throws(Failed) in opaque() }
    _ = container.bind { (_: String) throws(Failed) in throw .offline }
    _ = container.bind { (_: String) throws(Failed) -> (Int, String) in throw .offline }
    _ = container.bind { (_: String) throws(Failed) -> Never in throw .offline }
    _ = container.bind { (_: String, _: Int) throws(Failed) -> Int in throw .offline }
    _ = container.bind { (_: (Int, Int)) throws(Failed) -> Int in throw .offline }
    _ = container.bind { @Sendable (_: String) throws(Failed) -> Int in throw .offline }
    _ = container.bind { (_: String) throws(any Error) -> Int in 1 }
    _ = container.bind { (_: String) throws(Never) -> Int in 1 }

    let bound = container.bind(send)
    do throws(Failed) { _ = try bound("a") } catch { _ = error as Failed }
    _ = container.bind(container.bind { (_: String) throws(Failed) -> Int in throw .offline })
}

func bindLater(_ container: Container) async {
    _ = container.bind { await later() }
    _ = container.bind { () async in }
    _ = container.bind { (_: String) async -> Int in await later() }
    _ = container.bind { (_: String, _: Int) async -> (Int, String) in (1, "a") }
    _ = container.bind { (pair: (Int, Int)) async in pair.0 }
    _ = container.bind { @MainActor () async in }
    _ = container.bind { @Disk (_: String) async in }
    _ = container.bind { (box: Box) async in box.number = await later() }
    _ = container.bind { (box: Box, _: Int) async -> Box in box }

    _ = container.bind { try await typedLater() }
    _ = container.bind { (_: String) async throws -> Int in throw Failed.offline }

    _ = container.bind { () async throws(Failed) in throw .offline }
    _ = container.bind { () async throws(Failed) -> (Int, String) in throw .offline }
    _ = container.bind { () async throws(Failed) -> Never in throw .offline }
    _ = container.bind { (_: String) async throws(Failed) in throw .offline }
    _ = container.bind { (_: String, _: Int) async throws(Failed) -> Int in throw .offline }
    _ = container.bind { (_: (Int, Int)) async throws(Failed) -> Int in throw .offline }
    _ = container.bind { @MainActor () async throws(Failed) in throw .offline }
    _ = container.bind { @Disk (_: String) async throws(Failed) -> Int in throw .offline }
    _ = container.bind { @concurrent () async throws(Failed) -> Int in throw .offline }

    let bound = container.bind(sendLater)
    do throws(Failed) { _ = try await bound("a") } catch { _ = error as Failed }
    _ = container.bind(container.bind { (_: String) async throws(Failed) -> Int in throw .offline })
}

func bindOnMainActor(_ container: Container) {
    _ = container.bindOnMainActor {}
    _ = container.bindOnMainActor { (text: String) in (text, 1) }
    _ = container.bindOnMainActor { (pair: (Int, Int)) in pair }
    _ = container.bindOnMainActor { () -> Never in fatalError() }
    _ = container.bindOnMainActor { (_: String, _: Int) throws -> Int in throw Failed.offline }
    _ = container.bindOnMainActor { () throws(Failed) in throw .offline }
    _ = container.bindOnMainActor { (_: String) throws(Failed) -> Int in throw .offline }
    let view: @MainActor (String) throws -> Void = container.bindOnMainActor { _ in }
    _ = view
}

/// Of two arguments, each may be a tuple.
func bindTwo(_ container: Container) async throws {
    _ = container.bind { (_: String, _: Int) in 1 }("a", 1)
    _ = container.bind { (pair: (Int, Int), _: Int) in pair.0 }
    _ = container.bind { (_: Int, pair: (Int, Int)) throws(Failed) -> Int in throw .offline }
    _ = container.bind { (pair: (Int, Int), _: ()) -> (Int, String) in (pair.0, "a") }
    _ = container.bind { (_: Int, pair: (Int, Int)) async in pair.0 }
    _ = container.bind { (_: (Int, Int), _: Int) async throws(Failed) -> Int in throw .offline }
    _ = container.bindOnMainActor { (pair: (Int, Int), _: Int) in pair.0 }
    _ = container.bindOnMainActor { (_: (Int, Int), _: Int) throws(Failed) in throw .offline }
    _ = container.bind { (_: @escaping @Sendable () -> Int, _: Int) in 1 }
    _ = [1].reduce(0, container.bind { $0 + $1 })
    _ = [1].reduce(0, container.bind(+))

    let bound = container.bind { (_: String, _: Int) in 1 }
    let typed = container.bind { (_: String, _: Int) async throws(Failed) -> Int in throw .offline }
    let onMainActor = container.bindOnMainActor { (_: String, _: Int) throws(Failed) -> Int in throw .offline }
    _ = bound("a", 1)
    do throws(Failed) { _ = try await (typed("a", 1), onMainActor("a", 1)) } catch { _ = error as Failed }
}

/// Where a pair is expected, a closure with two arguments takes it apart.
func bindPairs(_ container: Container) throws {
    let pairs = ["a": 1]
    pairs.forEach(container.bind { key, value in print(key, value) })
    try pairs.forEach(container.bind { _, value in if value == 1 { throw Failed.offline } })
    pairs.forEach(container.bind { pair in print(pair.key) })
    _ = pairs.map(container.bind { $0 + String($1) })
    _ = pairs.map(container.bind { (key: String, value: Int) in key })
    _ = try pairs.map(container.bind { (key: String, value: Int) throws(Failed) in key })
}

func bindMany<each T: Sendable>(_ container: Container, _: repeat (each T).Type) {
    _ = container.bind { (_: Int, _: Int, _: Int) in 1 }
    _ = container.bind { (_: Int, _: Int, _: Int, _: Int, _: Int) throws(Failed) -> Int in throw .offline }
    _ = container.bind { (_: Int, _: Int, _: Int, _: Int) async throws(Failed) -> Int in throw .offline }
    _ = container.bind { (_: repeat each T) in }
    _ = container.bind { (_: Int, values: repeat each T) in (repeat each values) }
    _ = container.bind { (_: repeat each T) throws(Failed) in throw .offline }
    _ = container.bind { (values: repeat each T) async in (repeat each values) }
    _ = container.bind { (_: repeat each T) async throws(Failed) in throw .offline }
    _ = container.bindOnMainActor { (_: repeat each T) throws(Failed) in throw .offline }
}

func bindNoncopyable(_ container: Container) async throws {
    var number = 1
    _ = container.bind { Ticket() }().number
    _ = container.bind { (_: String) in Ticket() }("a").number
    _ = container.bind { (_: String, _: Int) in Ticket() }("a", 1).number
    _ = container.bind { (_: String, _: Int, _: Bool) in Ticket() }
    _ = container.bind { (number: inout Int) in Ticket(number: number) }(&number).number
    _ = try container.bind(ticket)().number
    _ = try container.bind { (_: String) throws in Ticket() }("a").number
    _ = await container.bind { () async in Ticket() }().number
    _ = try await container.bind(ticketLater)().number
    _ = try await container.bind { (_: String) async throws(Failed) in Ticket() }("a").number
    _ = await container.bindOnMainActor { Ticket() }().number
    _ = try await container.bindOnMainActor { (_: String, _: Int) throws(Failed) in Ticket() }("a", 1).number
}

@MainActor func bindNoncopyableArguments(_ container: Container) async {
    var ticket = Ticket()
    container.bind { (ticket: inout Ticket) in ticket.number += 1 }(&ticket)
    try? container.bind { (_: inout Ticket) throws in throw Failed.offline }(&ticket)
    try? container.bind { (_: inout Ticket) throws(Failed) in throw .offline }(&ticket)
    await container.bind { (ticket: inout Ticket) async in ticket.number += 1 }(&ticket)
    try? await container.bind { (_: inout Ticket) async throws(Failed) in throw .offline }(&ticket)
    container.bindOnMainActor { (ticket: inout Ticket) in ticket.number += 1 }(&ticket)
    try? container.bindOnMainActor { (_: inout Ticket) throws(Failed) in throw .offline }(&ticket)
    container.bind { (ticket: inout Ticket, other: Int) in ticket.number += other }(&ticket, 1)
    try? container.bind { (_: inout Ticket, _: Int) throws(Failed) in throw .offline }(&ticket, 1)
    await container.bind { (ticket: inout Ticket, other: Int) async in ticket.number += other }(&ticket, 1)
    try? await container.bind { (_: inout Ticket, _: Int) async throws(Failed) in throw .offline }(&ticket, 1)
    container.bindOnMainActor { (ticket: inout Ticket, other: Int) in ticket.number += other }(&ticket, 1)
    try? container.bindOnMainActor { (_: inout Ticket, _: Int) throws(Failed) in throw .offline }(&ticket, 1)
    _ = container.bind { (ticket: inout Ticket) in Ticket(number: ticket.number) }(&ticket).number
    let change: @Sendable (inout Ticket) async throws -> Void = container.bind { $0.number += 1 }
    _ = change
}

/// A context may borrow, consume or send the argument, if that is copyable.
func bindWithOwnership(_ container: Container) {
    func takeBorrowing(_ closure: @escaping @Sendable (borrowing String) -> Int) {}
    func takeConsuming(_ closure: @escaping @Sendable (consuming String) -> String) {}
    func takeSending(_ closure: @escaping @Sendable (sending Box) -> Void) {}
    func takeSendingLater(_ closure: @escaping @concurrent @Sendable (sending Box) async throws -> Void) {}
    func takeInOutSending(_ closure: (inout sending Box) -> Void) {}

    takeBorrowing(container.bind { $0.count })
    takeBorrowing(container.bind { (text: borrowing String) in text.count })
    takeConsuming(container.bind { $0 + "a" })
    takeConsuming(container.bind { (text: consuming String) in text + "a" })
    takeSending(container.bind { print($0.number) })
    takeSendingLater(container.bind { print($0.number) })
    takeSendingLater(container.bind { print($0.number, await later()) })
    takeInOutSending(container.bind { $0.number += 1 })
    _ = container.bind { (box: sending Box) in box.number += 1 }
}

/// What to write instead for closures that `bind` does not take.
func bindByHand(_ container: Container) {
    let borrow = { @Sendable (ticket: borrowing Ticket) -> Int in
        withExistingContainer(container) { ticket.number + Container.shared.number() }
    }
    let consume = { @Sendable (ticket: consuming Ticket) -> Ticket in
        ticket.number += withExistingContainer(container) { Container.shared.number() }
        return ticket
    }
    let send = { @Sendable (box: sending Box) -> Task<Void, Never> in
        let number = withExistingContainer(container) { Container.shared.number() }
        return Task { box.number += number }
    }
    _ = borrow(Ticket())
    _ = consume(Ticket()).number
    _ = send(Box())
}

@MainActor func bindInOut(_ container: Container) async {
    var number = 1
    container.bind { (number: inout Int) in number += 1 }(&number)
    container.bind(increment)(&number)
    _ = container.bind { (number: inout Int) -> (Int, String) in (number, "a") }(&number)
    _ = container.bind { (_: inout Int) -> Never in fatalError() }
    _ = container.bind { (pair: inout (Int, Int)) in pair.0 += 1 }
    try? container.bind { (_: inout Int) throws in throw Failed.offline }(&number)
    do throws(Failed) {
        try container.bind { (_: inout Int) throws(Failed) in throw .offline }(&number)
        try await container.bind { (_: inout Int) async throws(Failed) in throw .offline }(&number)
        try container.bindOnMainActor { (_: inout Int) throws(Failed) in throw .offline }(&number)
    } catch { _ = error as Failed }
    await container.bind { (number: inout Int) async in number += 1 }(&number)
    await container.bind { @MainActor (number: inout Int) async in number += 1 }(&number)
    try? await container.bind { (_: inout Int) async throws in throw Failed.offline }(&number)
    container.bindOnMainActor { (number: inout Int) in number += 1 }(&number)
    try? container.bindOnMainActor { (_: inout Int) throws in throw Failed.offline }(&number)
    container.bind { (number: inout Int, other: Int) in number += other }(&number, 1)
    _ = container.bind { (pair: inout (Int, Int), other: (Int, Int)) in pair = other }
    try? container.bind { (_: inout Int, _: Int) throws(Failed) in throw .offline }(&number, 1)
    await container.bind { (number: inout Int, other: Int) async in number += other }(&number, 1)
    try? await container.bind { (_: inout Int, _: Int) async throws(Failed) in throw .offline }(&number, 1)
    container.bindOnMainActor { (number: inout Int, other: Int) in number += other }(&number, 1)
    try? container.bindOnMainActor { (_: inout Int, _: Int) throws(Failed) in throw .offline }(&number, 1)
    _ = [1].reduce(into: 0, container.bind { $0 += $1 })
    _ = [1].reduce(into: [:], container.bind { (counts: inout [Int: Int], number: Int) in counts[number] = 1 })
    let increment: @Sendable (inout Int) -> Void = container.bind { $0 += 1 }
    let append: (inout [Int]) -> Void = container.bind { $0.append(1) }
    _ = (increment, append)
}

@Sendable private func increment(_ number: inout Int) { number += 1 }

/// What the context expects decides which function is called.
func bindInContext(_ container: Container) {
    func take<T>(_ value: T, _ closure: @escaping @Sendable (T) -> Void) {}
    func takeThrowing(_ closure: @escaping @Sendable (Int) throws -> Void) {}
    func takeTyped<E: Error>(_ closure: @escaping @Sendable (Int) throws(E) -> Void) -> E.Type { E.self }
    func takeAsync<T>(_ closure: @escaping @Sendable () async throws -> T) {}
    func takeEither(_ closure: @escaping @Sendable (Int) async throws -> Void) {}
    func takeTwo(_ closure: @escaping @concurrent @Sendable (Int, Box) async -> String) {}
    func takeMany(_ closure: @escaping @Sendable (Int, Int, Int) async -> Void) {}

    take("a", container.bind { _ in })
    take((1, "a"), container.bind { print($0.0) })
    take((1, "a"), container.bind { number, text in print(number, text) })
    takeThrowing(container.bind { _ in })
    takeThrowing(container.bind { number in if number == 1 { throw Failed.offline } })
    takeThrowing(container.bind { (_: Int) throws(Failed) in throw .offline })
    let type: Failed.Type = takeTyped(container.bind { (_: Int) throws(Failed) in throw .offline })
    takeAsync(container.bind {})
    takeAsync(container.bind { 1 })
    takeAsync(container.bind { try untyped() })
    takeAsync(container.bind { await later() })
    takeAsync(container.bind { () throws(Failed) -> Int in throw .offline })
    takeAsync(container.bind { () async throws(Failed) -> Int in throw .offline })

    takeEither(container.bind { _ in })
    takeEither(container.bind { print($0) })
    takeEither(container.bind { number in if number == 1 { throw Failed.offline } })
    takeEither(container.bind { _ in _ = await later() })
    takeEither(container.bind { (_: Int) throws(Failed) in throw .offline })
    takeTwo(container.bind { _, _ in "a" })
    takeTwo(container.bind { number, box in "\(number) \(box.number)" })
    takeMany(container.bind { _, _, _ in })

    let plain: (Int) -> Int = container.bind { $0 }
    let optional: (@Sendable (Int) throws -> Void)? = container.bind { _ in }
    let throwing: @Sendable (String) throws(Failed) -> Int = container.bind { (_: String) throws(Failed) in
        throw .offline
    }
    let asynchronous: @Sendable () async throws -> Int = container.bind { 1 }
    _ = (type, plain, optional, throwing, asynchronous)
    _ = Task.detached(operation: container.bind { 1 })
    _ = Task.detached(operation: container.bind { () async throws(Failed) in throw .offline })
}
