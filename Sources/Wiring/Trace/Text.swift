/// The text of a literal, in one word: a factory value that is small enough is taken apart by the optimizer.
@usableFromInline
struct Text: Sendable {
    /// The address of its bytes, which end with a zero; or the scalar of a literal that is one scalar and has no bytes. No
    /// program has its literals at addresses as low as that.
    @usableFromInline let word: UInt

    @export(implementation)
    init(_ literal: StaticString) {
        // Holds because the layout of a `StaticString` is frozen: address or scalar, length, and flags.
        word = unsafeBitCast(literal, to: (UInt, Int, UInt8).self).0
    }

    private var bytes: UnsafePointer<UInt8>? {
        // Holds because a word that is no scalar came from a literal, which is there as long as the program.
        word > 0x10_FFFF ? UnsafePointer(bitPattern: word) : nil
    }

    /// The literal, for an error that names a file.
    var literal: StaticString {
        guard let bytes else { return "" }
        var count = 0
        while bytes[count] != 0 { count += 1 }
        // Holds as above; the flags are those of UTF-8.
        return unsafeBitCast((word, count, UInt8(0)), to: StaticString.self)
    }
}

extension Text: CustomStringConvertible {
    @usableFromInline var description: String {
        if let bytes { return String(cString: bytes) }
        return UInt32(exactly: word).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
}

extension Text: Equatable {
    /// Compares by content: one literal may stand at several addresses, because a declaration can be inlined elsewhere.
    @usableFromInline
    static func == (left: Text, right: Text) -> Bool {
        if left.word == right.word { return true }
        guard let mine = left.bytes, let other = right.bytes else { return left.description == right.description }
        var index = 0
        while mine[index] == other[index] {
            if mine[index] == 0 { return true }
            index += 1
        }
        return false
    }
}
