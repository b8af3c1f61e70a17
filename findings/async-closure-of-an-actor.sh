#!/usr/bin/env bash
# A closure of an actor that says `async` becomes a function of no actor without a check of its arguments.
#
# Version:  Swift 6.3.1, language mode 6
# Guess:    `{ @Bank account async in … }` is the same closure as `{ @Bank account in … }`, where an asynchronous function is expected. Neither
#           can become a function of no actor if its argument is not `Sendable`: a call would pass the argument to the actor, unnoticed.
# Behavior: The compiler rejects the closure without `async`: "crossing of an isolation boundary requires parameter and result types to conform to
#           'Sendable'". It accepts the same closure with `async`. The actor then keeps an object that its caller goes on to change, and
#           nothing is reported.
# Why care: A callback that takes the container along is often such a closure: of the main actor, passed to a library that takes an asynchronous
#           one. The word that makes it compile also turns off the check for data races.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Compiles a program whose actor keeps the argument of a closure. Prints the error, or what the program prints.
compile() {
    cat >finding.swift <<SWIFT
final class Account {
    var balance = 0
}

@globalActor actor Bank { static let shared = Bank() }

@Bank var kept: Account?

@main struct Program {
    static func main() async { await run() }

    @concurrent static func run() async {
        let deposit: @concurrent @Sendable (Account) async -> Void = $1
        let account = Account()
        await deposit(account)
        account.balance += 1
        let address = ObjectIdentifier(account)
        let isKept = await Task { @Bank in kept.map(ObjectIdentifier.init) == address }.value
        print("the actor has what its caller changes:", isKept)
    }
}
SWIFT
    if swiftc -swift-version 6 -parse-as-library finding.swift -o finding >log 2>&1; then
        ./finding
    else
        grep -m1 -o "requires parameter and result types to conform to 'Sendable' protocol" log || cat log
    fi
}
found="without async: $(compile "{ @Bank account in kept = account }")
with async: $(compile "{ @Bank account async in kept = account }")"
expected="without async: requires parameter and result types to conform to 'Sendable' protocol
with async: the actor has what its caller changes: true"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"
