/// The place of a call that resolves, registers or overrides, in two words: see ``Text``.
///
/// It has the file's ID and not its path, so that a program contains no path of the machine that built it.
@usableFromInline
package struct CallSite: Sendable {
    @usableFromInline let fileIDText: Text
    /// The line in the upper half, the column in the lower; 0 where it is not known.
    @usableFromInline let position: UInt64

    /// A place that nobody has told, as that of a wrapper's property.
    static var unknown: CallSite { CallSite(fileID: "", line: 0, column: 0) }

    @export(implementation)
    package init(fileID: StaticString, line: UInt, column: UInt) {
        fileIDText = Text(fileID)
        position = UInt64(UInt32(truncatingIfNeeded: line)) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
    }

    var isKnown: Bool { position != 0 }

    /// The module and the file, `Module/File.swift`.
    package var fileID: String { fileIDText.description }
    package var line: Int { Int(position >> 32) }
    package var column: Int { Int(position & 0xFFFF_FFFF) }
}

extension CallSite: Hashable {
    @usableFromInline
    package static func == (left: CallSite, right: CallSite) -> Bool {
        left.position == right.position && left.fileIDText == right.fileIDText
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

extension CallSite: CustomStringConvertible {
    /// As an error prints it.
    @usableFromInline package var description: String { "\(fileID):\(line)" }
}
