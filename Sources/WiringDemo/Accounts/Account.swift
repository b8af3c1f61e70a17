public import Foundation

/// A bank account.
public struct Account: Sendable, Equatable {
    /// What its owner calls it.
    public var name: String
    /// What is on it, negative if overdrawn.
    public var balance: Decimal
    /// The code of the balance's currency.
    public var currency: String

    /// Makes an account.
    public init(name: String, balance: Decimal, currency: String) {
        self.name = name
        self.balance = balance
        self.currency = currency
    }
}

extension Account: Codable {
    enum CodingKeys: String, CodingKey { case name, balance, currency }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        do {
            balance = try values.decode(Decimal.self, forKey: .balance)
        } catch let error as DecodingError {
            throw error
        } catch {
            // The decoder fails without saying where, for a number that it cannot represent for instance.
            throw DecodingError.dataCorruptedError(
                forKey: .balance,
                in: values,
                debugDescription: "expected a number that can be represented"
            )
        }
        currency = try values.decode(String.self, forKey: .currency)
    }
}

extension Account: CustomStringConvertible {
    /// One line, whatever the name contains: `Household: 2450.10 EUR`.
    public var description: String {
        let amount = balance.formatted(
            .number.locale(Locale(identifier: "en_US_POSIX")).precision(.fractionLength(2...)).grouping(.never)
        )
        return "\(Self.printable(name)): \(amount) \(Self.printable(currency))"
    }

    private static func printable(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
