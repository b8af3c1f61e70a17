/// A row that is being measured: its subject, its baseline, and a plain container if it has one.
struct Race {
    private static let (subject, baseline, plainContainer) = (0, 1, 2)

    private let row: Row
    /// In the order of the indices above.
    private let contenders: [Contender]
    /// The time of each contender, by round.
    private var rounds: [[Time]] = []

    /// Prepares a row, and warms it up.
    init(_ row: Row) throws(FailedRow) {
        self.row = row
        let comparison = row.prepare()
        let plainContainer = comparison.plainContainer.map { [[$0]] } ?? []
        do throws(InstanceCountMismatch) {
            contenders = try ([comparison.subject, comparison.baseline] + plainContainer)
                .map { operations throws(InstanceCountMismatch) in try Contender(operations, row.quantity) }
        } catch {
            throw FailedRow(name: row.name, error: error)
        }
    }

    /// Runs a round, in which each contender runs once, in alternating order. The baseline is next to both others.
    mutating func run() throws(FailedRow) {
        let isForward = rounds.count.isMultiple(of: 2)
        do throws(InstanceCountMismatch) {
            let turns = try (isForward ? contenders : contenders.reversed())
                .map { contender throws(InstanceCountMismatch) in try contender.time() }
            rounds.append(isForward ? turns : turns.reversed())
        } catch {
            throw FailedRow(name: row.name, error: error)
        }
    }

    /// The result.
    var outcome: Outcome {
        let hasPlainContainer = contenders.indices.contains(Self.plainContainer)
        return Outcome(
            row: row,
            measurement: measurement(of: Self.subject),
            goal: isDebugBuild ? row.debugGoal : row.goal,
            plainContainer: hasPlainContainer ? measurement(of: Self.plainContainer).ratio : nil
        )
    }

    private func measurement(of contender: Int) -> Measurement {
        Measurement(rounds.map { ($0[contender], $0[Self.baseline]) }, of: row.quantity)
    }
}

/// A row whose loop failed.
struct FailedRow: Error, CustomStringConvertible {
    let name: String
    let error: InstanceCountMismatch

    var description: String { "\(name): \(error)" }
}
