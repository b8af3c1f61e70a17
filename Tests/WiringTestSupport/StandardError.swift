import Foundation
package import Testing

/// What a process wrote to its standard error.
package func standardError(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Records an issue unless the standard error of a process contains all of `parts`, in this order.
package func expectStandardError(
    of result: ExitTest.Result?,
    contains parts: String...,
    at location: SourceLocation = #_sourceLocation
) {
    let text = standardError(of: result)
    var rest = text[...]
    for part in parts {
        guard let range = rest.range(of: part) else {
            Issue.record("“\(part)” is missing in “\(rest)”", sourceLocation: location)
            return
        }
        rest = rest[range.upperBound...]
    }
}
