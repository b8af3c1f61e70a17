import Foundation

extension Account: Decodable {
    enum CodingKeys: String, CodingKey { case name, balance, currency }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        do {
            balance = try values.decode(Decimal.self, forKey: .balance)
        } catch let error as DecodingError {
            throw error
        } catch {
            // Some errors have no position, for example the error for a number that `Decimal` cannot represent.
            throw DecodingError.dataCorruptedError(
                forKey: .balance,
                in: values,
                debugDescription: "expected a number that can be represented"
            )
        }
        currency = try values.decode(String.self, forKey: .currency)
    }
}
