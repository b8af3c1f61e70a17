/// The place of a call that resolves, registers or overrides, in two words: see ``Text``.
///
/// It has the file's ID and not its path, so that a program contains no path of the machine that built it.
@usableFromInline
package struct CallSite: Sendable {
    @usableFromInline let fileIDText: Text
    /// The line in the upper twenty bits, the column in the lower twelve, as far as they fit; 0 where it is not known. It is
    /// passed at each resolution of a program: the shorter, the better.
    @usableFromInline let position: UInt32

    /// A place that nobody has told, as that of a wrapper's property.
    @export(implementation) static var unknown: CallSite { CallSite(fileID: "", line: 0, column: 0) }

    @export(implementation)
    package init(fileID: StaticString, line: UInt, column: UInt) {
        fileIDText = Text(fileID)
        position =
            UInt32(truncatingIfNeeded: min(line, 0xF_FFFF)) << 12 | UInt32(truncatingIfNeeded: min(column, 0xFFF))
    }

    var isKnown: Bool { position != 0 }

    /// The module and the file, `Module/File.swift`.
    package var fileID: String { fileIDText.description }
    package var line: Int { Int(position >> 12) }
    package var column: Int { Int(position & 0xFFF) }
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
