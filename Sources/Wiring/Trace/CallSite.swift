/// The place of a call that resolves, registers or overrides, in two words. See ``LiteralText``.
///
/// It holds the file's ID and not its path, so that a program contains no path of the machine that built it.
@usableFromInline
@frozen
package struct CallSite: Sendable {
    @usableFromInline let fileIDText: LiteralText
    /// The line in the upper twenty bits and the column in the lower twelve, clamped; 0 if unknown. A program passes it at each
    /// resolution, so it is short.
    @usableFromInline let position: UInt32

    /// An unknown place, such as that of a property wrapper's access.
    @export(implementation) package static var unknown: CallSite { CallSite(fileID: "", line: 0, column: 0) }

    @export(implementation)
    package init(fileID: StaticString, line: UInt, column: UInt) {
        fileIDText = LiteralText(fileID)
        position =
            UInt32(truncatingIfNeeded: min(line, 0xF_FFFF)) << 12 | UInt32(truncatingIfNeeded: min(column, 0xFFF))
    }

    /// Ends a basic block of the calling function, at one line of sixteen.
    ///
    /// Passes of the optimizer walk a whole block for each value in it, so a thousand registrations in one block would take a
    /// thousand times as long as thirty. The condition is a constant where it is compiled.
    @export(implementation)
    @inline(always)
    func endBlock() {
        if (position &* 0x9E37_79B9) >> 28 == 0 {
            do { try Self.endBlock() } catch {}
        }
    }

    // A call that may throw ends a block. This throws nothing, but the compiler must not know.
    @usableFromInline
    @inline(never)
    @_optimize(none)
    static func endBlock() throws(CancellationError) {}

    package var ifKnown: CallSite? { position != 0 ? self : nil }

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
    /// The file and the line, as errors print them.
    @usableFromInline package var description: String { "\(fileID):\(line)" }
}
