import Foundation

/// The resident memory of this process; `nil` on systems without `/proc/self/statm`.
var residentKilobytes: Int? {
    let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard let fields, fields.count > 1 else { return nil }
    return Int(fields[1]).map { $0 * 4 }
}
