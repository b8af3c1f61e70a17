/// Where in a program something was called, that resolves, registers or overrides. In three words: see ``Text``.
@usableFromInline
package struct CallSite: Sendable {
    @usableFromInline let fileIDText: Text
    @usableFromInline let filePathText: Text
    /// The line in the upper half, the column in the lower; 0 where it is not known.
    @usableFromInline let position: UInt64

    /// A place that nobody has told, as that of a wrapper's property.
    @export(implementation) static var unknown: CallSite { CallSite(fileID: "", filePath: "", line: 0, column: 0) }

    @export(implementation)
    package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        fileIDText = Text(fileID)
        filePathText = Text(filePath)
        position = UInt64(UInt32(truncatingIfNeeded: line)) << 32 | UInt64(UInt32(truncatingIfNeeded: column))
    }

    var isKnown: Bool { position != 0 }

    /// The module and the file, `Module/File.swift`.
    package var fileID: String { fileIDText.description }
    /// The path of the file, as the compiler was given it.
    package var filePath: String { filePathText.description }
    package var line: Int { Int(position >> 32) }
    package var column: Int { Int(position & 0xFFFF_FFFF) }
}

extension CallSite: Hashable {
    @usableFromInline
    package static func == (left: CallSite, right: CallSite) -> Bool {
        left.position == right.position && left.fileIDText == right.fileIDText
            && left.filePathText == right.filePathText
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

extension CallSite: CustomStringConvertible {
    /// As an error prints it.
    @usableFromInline package var description: String { "\(fileID):\(line)" }
}
