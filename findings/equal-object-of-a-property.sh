#!/usr/bin/env bash
# After an `@Observable` property gets an equal object, its observers hear of changes of the old object, and not of the new one.
#
# Version:  Swift 6.3.1 and its Observation
# Guess:    A property that is set tells its observers, whatever it is set to. Or it does not if nothing changes: then it keeps the old object, or
#           it tells them, because another object is another value of the property.
# Behavior: The setter compares with `==` if the property's type is `Equatable`, and otherwise with `===` if it is a class. If the values are equal,
#           it stores the new one and tells nobody. The observers track the old object, so its changes wake them, and those of the object that
#           the property has now do not. An optional and an array of such objects behave so, too. With an existential type such as
#           `any Account`, each assignment tells, also that of the same object. So does a change in place: an element of an array, or `inout`.
# Why care: Accounts, orders and sessions are often equal if they have the same number. A model that has one from its container, and takes a
#           fresh one after a reload or a change of the container, leaves its screen or its stream with the old one, for good. Whether it
#           does depends on how the property is declared, and a mock that is not `Equatable` does not show it. Compare all that is shown,
#           or declare the property with the protocol.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Finding.swift <<'SWIFT'
import Observation

@MainActor protocol Account: AnyObject {
    var owner: String { get set }
}

/// An account that is compared by its number.
@MainActor @Observable final class Saved: Account, @MainActor Equatable {
    let number: Int
    var owner: String

    init(_ number: Int, _ owner: String) { (self.number, self.owner) = (number, owner) }

    static func == (one: Saved, other: Saved) -> Bool { one.number == other.number }
}

/// An account that cannot be compared.
@MainActor @Observable final class Mock: Account {
    var owner: String

    init(_ owner: String) { self.owner = owner }
}

@MainActor @Observable final class Model {
    var saved = Saved(1, "Ada")
    var optional: Saved? = Saved(1, "Ada")
    var all = [Saved(1, "Ada")]
    var account: any Account = Saved(1, "Ada")
    var mock = Mock("Ada")
}

/// Whether an observer of what `read` reads is told of a change.
@MainActor func hears(_ read: () -> String, _ change: () -> Void) -> String {
    nonisolated(unsafe) var isTold = false
    withObservationTracking { _ = read() } onChange: { isTold = true }
    change()
    return isTold ? "told" : "not told"
}

func assign<Value>(_ new: Value, to old: inout Value) { old = new }

@main @MainActor struct Finding {
    static func main() {
        var model: Model

        print("an observer of the owner")
        model = Model()
        print("  another account:", hears({ model.saved.owner }, { model.saved = Saved(2, "Bea") }))
        model = Model()
        print("  an equal account:", hears({ model.saved.owner }, { model.saved = Saved(1, "Bea") }), "of", model.saved.owner)
        model = Model()
        print("  an equal account, in an optional:", hears({ model.optional!.owner }, { model.optional = Saved(1, "Bea") }))
        model = Model()
        print("  an equal account, in an array:", hears({ model.all[0].owner }, { model.all = [Saved(1, "Bea")] }))
        model = Model()
        print("  an equal account, in the array's place:", hears({ model.all[0].owner }, { model.all[0] = Saved(1, "Bea") }))
        model = Model()
        print("  an equal account, by inout:", hears({ model.saved.owner }, { assign(Saved(1, "Bea"), to: &model.saved) }))
        model = Model()
        print("  an equal account, as any Account:", hears({ model.account.owner }, { model.account = Saved(1, "Bea") }))
        model = Model()
        print("  the same account, as any Account:", hears({ model.account.owner }, { model.account = model.account }))
        model = Model()
        print("  another mock:", hears({ model.mock.owner }, { model.mock = Mock("Bea") }))

        print("an observer of the owner, after an equal account")
        model = Model()
        print("  a change of the new account:", hears({ model.saved.owner }) {
            model.saved = Saved(1, "Bea")
            model.saved.owner = "Cleo"
        }, "of", model.saved.owner)
        model = Model()
        print("  a change of the old account:", hears({ model.saved.owner }) {
            let old = model.saved
            model.saved = Saved(1, "Bea")
            old.owner = "Dora"
        }, "of", model.saved.owner)
    }
}
SWIFT
swiftc -swift-version 6 -parse-as-library Finding.swift -o finding
found=$(./finding)
expected="an observer of the owner
  another account: told
  an equal account: not told of Bea
  an equal account, in an optional: not told
  an equal account, in an array: not told
  an equal account, in the array's place: told
  an equal account, by inout: told
  an equal account, as any Account: told
  the same account, as any Account: told
  another mock: told
an observer of the owner, after an equal account
  a change of the new account: not told of Cleo
  a change of the old account: told of Bea"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
