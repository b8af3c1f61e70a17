/// Where a declaration stands, in three words. See ``Text``.
@usableFromInline
struct Site: Sendable, Equatable {
    @usableFromInline let key: Text
    @usableFromInline let fileID: Text
    /// The line in the upper half, the column in the lower; or, with the first bit set, what identifies a declaration that
    /// stands at no line.
    @usableFromInline let position: UInt64

    @export(implementation)
    init(key: StaticString, fileID: StaticString, line: UInt, column: UInt) {
        self.key = Text(key)
        self.fileID = Text(fileID)
        position =
            UInt64(UInt32(truncatingIfNeeded: line & 0x7FFF_FFFF)) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
    }

    /// Stands for a declaration that is told from others by a type.
    init(key: StaticString, fileID: StaticString, identity: any Any.Type) {
        self.key = Text(key)
        self.fileID = Text(fileID)
        position = 1 << 63 | UInt64(UInt(bitPattern: ObjectIdentifier(identity)))
    }

    /// Whether the literals of both are the very same.
    @inline(__always)
    func isIdentical(to other: Site) -> Bool { key.word == other.key.word && fileID.word == other.fileID.word }

    /// As errors print it; only the file for what is declared at no line.
    var location: String { line == 0 ? "\(fileID)" : "\(fileID):\(line)" }

    var line: UInt { position >> 63 == 1 ? 0 : UInt(position >> 32) }
}
