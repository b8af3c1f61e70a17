/// Why a file, a directory or standard input cannot be used.
package enum InputError: Error, CustomStringConvertible {
    case unreadable(String, reason: String)
    case malformed(String, line: Int?, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let name, let reason): "\(name): \(reason)"
        case .malformed(let name, let line?, let reason): "\(name):\(line): \(reason)"
        case .malformed(let name, nil, let reason): "\(name): \(reason)"
        }
    }
}
