#!/usr/bin/env bash
# Key paths of two different properties are equal if generic code makes them and both are the first requirement of a protocol.
#
# Version:  Swift 6.3.1
# Guess:    Key paths are equal if they lead from the same type to the same property. So `\Root.shop` and `\Root.bank` differ, and where `Root`
#           is `Settings`, `\Root.shop` is equal to `\Settings.shop`.
# Behavior: Generic code identifies a requirement by its place in the protocol, and forgets which protocol that is. So the first requirements of two
#           protocols give equal key paths, if their types are equal, too, although each reads its own property. A function before a
#           requirement takes a place, too. The same property as a requirement at another place, or by the concrete type, gives a key path that
#           is not equal. All of this is the same in debug and release builds.
# Why care: A container that keeps overrides by key path lets each module declare what it uses as a small protocol, and an extension of the protocol
#           make the key. Then the override of one module's URL is returned for that of another, and an override by the concrete type is
#           not found. A test of one module shows neither. Make keys where the type is known, or use types as keys.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
protocol UsesShop { var shop: String { get } }
protocol UsesBank { var bank: String { get } }
protocol UsesMail {
    func check()
    var mail: String { get }
}
protocol UsesAll {
    var shop: String { get }
    var bank: String { get }
    var mail: String { get }
}

struct Settings: UsesShop, UsesBank, UsesMail, UsesAll {
    let shop = "shop.example"
    let bank = "bank.example"
    let mail = "mail.example"
    func check() {}
}

extension UsesShop { static var shopKey: PartialKeyPath<Self> { \.shop } }
extension UsesBank { static var bankKey: PartialKeyPath<Self> { \.bank } }
extension UsesMail { static var mailKey: PartialKeyPath<Self> { \.mail } }
extension UsesAll {
    static var thirdKey: PartialKeyPath<Self> { \.mail }
    static var secondKey: PartialKeyPath<Self> { \.bank }
}

func check(_ name: String, _ first: PartialKeyPath<Settings>, _ second: PartialKeyPath<Settings>) {
    print("\(name): \(first == second ? "equal" : "not equal"), \(first.hashValue == second.hashValue ? "the same hash" : "another hash")")
    print("  which read", Settings()[keyPath: first], "and", Settings()[keyPath: second])
    print("  the second, overridden by the first:", [first: "test.example"][second] ?? "not overridden")
}

check("two first requirements", Settings.shopKey, Settings.bankKey)
check("a first and a second requirement", Settings.shopKey, Settings.mailKey)
check("a second requirement and one after a function", Settings.secondKey, Settings.mailKey)
check("a requirement of two protocols", Settings.mailKey, Settings.thirdKey)
check("the concrete type and a first requirement", \Settings.shop, Settings.shopKey)
check("the concrete type twice", \Settings.shop, \Settings.shop)
SWIFT

found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 main.swift -o finding
    found+="$option
$(./finding)
"
done
lines="two first requirements: equal, the same hash
  which read shop.example and bank.example
  the second, overridden by the first: test.example
a first and a second requirement: not equal, another hash
  which read shop.example and mail.example
  the second, overridden by the first: not overridden
a second requirement and one after a function: equal, the same hash
  which read bank.example and mail.example
  the second, overridden by the first: test.example
a requirement of two protocols: not equal, another hash
  which read mail.example and mail.example
  the second, overridden by the first: not overridden
the concrete type and a first requirement: not equal, another hash
  which read shop.example and shop.example
  the second, overridden by the first: not overridden
the concrete type twice: equal, the same hash
  which read shop.example and shop.example
  the second, overridden by the first: test.example"
expected="-Onone
$lines
-O
$lines
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"
