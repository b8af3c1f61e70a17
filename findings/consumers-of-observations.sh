#!/usr/bin/env bash
# A change reaches one of several consumers of the same `Observations` twice.
#
# Version:  Swift 6.3.1 and its Observation, where `Observations` came with Swift 6.2
# Guess:    Each `for await` loop over an `Observations` tracks by itself, so one change gives each loop one element, and runs the closure once
#           for each loop. Or the loops share what the closure returns, and it runs once in all.
# Behavior: One loop alone gets one element. Of several, one gets each element twice, and the closure runs once more than there are loops: the
#           first loop's tracking wakes all loops, and the next loop's, of the same change, counts as another change. Which loop gets it twice
#           is not determined. It stays so for good: if all loops but one end, that one gets each later element twice.
# Why care: The closure runs under the bindings of the loop that takes the element, so one of two consumers resolves twice from its container for
#           each change. An effect in a loop happens twice, and a test with one consumer, or with a sequence for each, does not show it. Make
#           an `Observations` for each consumer.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Finding.swift <<'SWIFT'
import Observation

enum Container {
    @TaskLocal static var consumer = -1
}

@MainActor @Observable final class Stock {
    var books = 0
}

/// Some consumers of one sequence, or of one each.
@MainActor final class Consumers {
    let stock = Stock()
    var evaluations: [Int]
    var elements: [Int]
    var tasks: [Task<Void, Never>] = []

    init(_ count: Int, sharing: Bool) {
        evaluations = Array(repeating: 0, count: count)
        elements = evaluations
        let shared = makeSequence()
        for index in 0..<count {
            let sequence = sharing ? shared : makeSequence()
            tasks.append(
                Container.$consumer.withValue(index) {
                    Task {
                        for await _ in sequence { self.elements[index] += 1 }
                    }
                }
            )
        }
    }

    func makeSequence() -> Observations<Int, Never> {
        Observations {
            self.evaluations[Container.consumer] += 1
            return self.stock.books
        }
    }

    /// Lets all consumers wait for the next change, and prints what they have got for the last one.
    func settle(_ event: String) async {
        try? await Task.sleep(for: .milliseconds(200))
        print("  \(event): elements \(elements.sorted()), evaluations of the closure \(evaluations.sorted())")
        for index in elements.indices {
            elements[index] = 0
            evaluations[index] = 0
        }
    }
}

@main @MainActor struct Program {
    static func main() async {
        for (count, sharing) in [(1, true), (2, true), (3, true), (3, false)] {
            print("\(count) consumers of \(sharing ? "one sequence" : "one sequence each")")
            let consumers = Consumers(count, sharing: sharing)
            await consumers.settle("at first")
            for _ in 1...2 {
                consumers.stock.books += 1
                await consumers.settle("a change")
            }
            for task in consumers.tasks.dropFirst() { task.cancel() }
            await consumers.settle("all but one end")
            for _ in 1...3 {
                consumers.stock.books += 1
                await consumers.settle("a change")
            }
        }
    }
}
SWIFT
swiftc -swift-version 6 -parse-as-library Finding.swift -o finding
found=$(timeout 60 ./finding)
expected="1 consumers of one sequence
  at first: elements [1], evaluations of the closure [1]
  a change: elements [1], evaluations of the closure [1]
  a change: elements [1], evaluations of the closure [1]
  all but one end: elements [0], evaluations of the closure [0]
  a change: elements [1], evaluations of the closure [1]
  a change: elements [1], evaluations of the closure [1]
  a change: elements [1], evaluations of the closure [1]
2 consumers of one sequence
  at first: elements [1, 1], evaluations of the closure [1, 1]
  a change: elements [1, 2], evaluations of the closure [1, 2]
  a change: elements [1, 2], evaluations of the closure [1, 2]
  all but one end: elements [0, 0], evaluations of the closure [0, 0]
  a change: elements [0, 2], evaluations of the closure [0, 2]
  a change: elements [0, 2], evaluations of the closure [0, 2]
  a change: elements [0, 2], evaluations of the closure [0, 2]
3 consumers of one sequence
  at first: elements [1, 1, 1], evaluations of the closure [1, 1, 1]
  a change: elements [1, 1, 2], evaluations of the closure [1, 1, 2]
  a change: elements [1, 1, 2], evaluations of the closure [1, 1, 2]
  all but one end: elements [0, 0, 0], evaluations of the closure [0, 0, 0]
  a change: elements [0, 0, 2], evaluations of the closure [0, 0, 2]
  a change: elements [0, 0, 2], evaluations of the closure [0, 0, 2]
  a change: elements [0, 0, 2], evaluations of the closure [0, 0, 2]
3 consumers of one sequence each
  at first: elements [1, 1, 1], evaluations of the closure [1, 1, 1]
  a change: elements [1, 1, 1], evaluations of the closure [1, 1, 1]
  a change: elements [1, 1, 1], evaluations of the closure [1, 1, 1]
  all but one end: elements [0, 0, 0], evaluations of the closure [0, 0, 0]
  a change: elements [0, 0, 1], evaluations of the closure [0, 0, 1]
  a change: elements [0, 0, 1], evaluations of the closure [0, 0, 1]
  a change: elements [0, 0, 1], evaluations of the closure [0, 0, 1]"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
