public import Foundation

/// A bank account.
public struct Account: Sendable, Equatable {
    /// The name that its owner gave it.
    public var name: String
    /// The balance, which is negative if the account is overdrawn.
    public var balance: Decimal
    /// The code of the balance's currency.
    public var currency: String

    /// Creates an account.
    public init(name: String, balance: Decimal, currency: String) {
        self.name = name
        self.balance = balance
        self.currency = currency
    }
}

extension Account: CustomStringConvertible {
    /// A single line such as `Household: 2450.10 EUR`. Control characters are escaped.
    public var description: String {
        let amount = balance.formatted(
            .number.locale(Locale(identifier: "en_US_POSIX")).precision(.fractionLength(2...)).grouping(.never)
        )
        return "\(name.printable): \(amount) \(currency.printable)"
    }
}
