/// The text of a literal in one word. The optimizer takes apart only factory values that are small enough.
@usableFromInline
@frozen
package struct LiteralText: Sendable {
    /// The address of the text, which ends with a zero byte; or the scalar of a literal that consists of one. No program has
    /// literals at such low addresses.
    @usableFromInline let word: UInt

    @export(implementation)
    init(_ literal: StaticString) {
        // SAFETY: The layout of `StaticString` is frozen: address or scalar, length, and flags.
        word = unsafeBitCast(literal, to: (UInt, Int, UInt8).self).0
    }

    private var bytes: UnsafePointer<UInt8>? {
        // SAFETY: A word that is not a scalar came from a literal, which exists as long as the program.
        word > 0x10_FFFF ? UnsafePointer(bitPattern: word) : nil
    }

    /// The literal, for an error that names a file.
    var literal: StaticString {
        guard let bytes else { return "" }
        var count = 0
        while bytes[count] != 0 { count += 1 }
        // SAFETY: As above. The flags are those of UTF-8.
        return unsafeBitCast((word, count, UInt8(0)), to: StaticString.self)
    }
}

extension LiteralText {
    /// Whether this path begins with the name of a folder.
    func begins(withFolder folder: LiteralText) -> Bool {
        guard let mine = bytes, let folder = folder.bytes else { return false }
        var index = 0
        while folder[index] != 0, mine[index] == folder[index] { index += 1 }
        return folder[index] == 0 && mine[index] == UInt8(ascii: "/")
    }

    /// Whether this is the name of a function, and not of a property.
    @usableFromInline var namesFunction: Bool {
        guard var byte = bytes else { return false }
        while byte.pointee != 0, byte.pointee != UInt8(ascii: "(") { byte += 1 }
        return byte.pointee != 0
    }
}

extension LiteralText: CustomStringConvertible {
    @usableFromInline package var description: String {
        if let bytes { return String(cString: bytes) }
        return UInt32(exactly: word).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
}

extension LiteralText: Equatable {
    /// Compares the text. The same literal may have several addresses, because a declaration can be inlined into other modules.
    @usableFromInline
    package static func == (left: LiteralText, right: LiteralText) -> Bool {
        left.word == right.word || left.hasText(of: right)
    }

    // Not inlined: otherwise each search for a declaration prepares it.
    @inline(never)
    private func hasText(of other: LiteralText) -> Bool {
        guard let mine = bytes, let other = other.bytes else { return description == other.description }
        var index = 0
        while mine[index] == other[index] {
            if mine[index] == 0 { return true }
            index += 1
        }
        return false
    }
}
