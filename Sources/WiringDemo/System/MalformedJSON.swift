import Foundation

/// A mistake in a JSON document, and where it is.
struct MalformedJSON {
    /// A path, or a line and a column; `nil` if the position is unknown.
    let place: String?
    let reason: String

    /// Explains why a document could not be decoded.
    init(_ error: any Error, in data: Data) {
        switch error as? DecodingError {
        case .typeMismatch(let type, let context):
            self.init(at: context.codingPath, reason: "expected \(Self.noun(for: type))")
        case .valueNotFound(let type, let context):
            self.init(at: context.codingPath, reason: "expected \(Self.noun(for: type)), found null")
        case .keyNotFound(let key, let context):
            self.init(at: context.codingPath + [key], reason: "missing")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(at: context.codingPath, reason: context.debugDescription)
        default:
            self.init(brokenIn: data)
        }
    }

    private init(at path: [any CodingKey], reason: String) {
        let place = path.reduce(into: "") { place, key in
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        self.place = place.isEmpty ? nil : place
        self.reason = reason
    }

    /// Explains why a document is not JSON. The decoder does not report the position, but Foundation's parser does.
    private init(brokenIn data: Data) {
        if data.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
            (place, reason) = (nil, "is empty")
            return
        }
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            (place, reason) = (nil, "is not valid JSON")
        } catch {
            let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
            let match = text.firstMatch(of: /^(.*?),? (?:around|starting from) character (\d+)\.?$/)
            place = match.flatMap { Int($0.2) }.map { Self.position(of: $0, in: data) }
            let message = match?.1 ?? (text.hasSuffix(".") ? text.dropLast() : text[...])
            reason = "is not valid JSON: \(message.prefix(1).lowercased())\(message.dropFirst())"
        }
    }

    /// The line and the column of an offset. Both begin with one, and columns are counted in bytes.
    private static func position(of offset: Int, in data: Data) -> String {
        let before = data.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
        return "line \(line), column \(column)"
    }

    /// JSON's name for a type.
    private static func noun(for type: any Any.Type) -> String {
        if type == String.self { return "a string" }
        if type == Decimal.self { return "a number" }
        return String(describing: type).hasPrefix("Array") ? "an array" : "an object"
    }
}
