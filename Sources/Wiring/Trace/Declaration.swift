/// Identifies a declaration and describes it.
///
/// Two declarations are the same if they stand at the same place of the same file, have the same key, and return the same type
/// for the same parameter type.
@usableFromInline
@frozen
package struct Declaration: Sendable {
    @usableFromInline package let site: Site
    /// The type that the declaration returns.
    @usableFromInline package let product: any Any.Type
    /// The type of its parameter; `Void` if it takes none.
    @usableFromInline package let parameter: any Any.Type

    /// The types of a declaration, for a function that has them as generic parameters. At run time, this is no argument.
    ///
    /// The compiler inlines a property with a declaration only if it has few instructions. Each conversion to `any Any.Type` is two.
    @usableFromInline
    package enum Types<Parameter, Product> {}

    @export(implementation)
    @inline(always)
    package init(_ site: Site, product: any Any.Type, parameter: any Any.Type = Void.self) {
        self.site = site
        self.product = product
        self.parameter = parameter
    }

    @inline(__always)
    init<Parameter, Product>(_ site: Site, _: Types<Parameter, Product>.Type) {
        self.init(site, product: Product.self, parameter: Parameter.self)
    }

    /// Stands for `autoRegister()` in a path.
    static let autoRegistration = Declaration(named: "autoRegister()")

    /// Stands for the modules that are installed in a container.
    package static let modules = Declaration(named: "install(_:)")

    private init(named key: StaticString) {
        self.init(Site(key: key, fileID: "", line: 0, column: 0), product: Declaration.self)
    }

    /// Whether this stands for a dependency. What only stands in a path, such as `autoRegister()`, has this type as its product.
    package var isOfDependency: Bool { product != Declaration.self }

    /// What a call that resolves it does.
    var effects: Effects { site.effects }
    /// The name of the property.
    package var key: String { site.key.description }
    /// The module and the file, `Module/File.swift`.
    package var fileID: String { site.fileID.description }
    package var line: Int { Int(site.line) }
    /// The file and the line, as errors print them.
    package var location: String { site.location }
    /// Whether its closure may await.
    package var isAsynchronous: Bool { effects == .asynchronous }

    /// Equal for equal declarations, wherever their literals are in memory.
    var hash: UInt {
        let type = UInt64(UInt(bitPattern: Int(bitPattern: ObjectIdentifier(product)) >> 4))
        let hash = (site.position ^ type) &* 0x9E37_79B9_7F4A_7C15
        return UInt(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}

extension Declaration: Hashable {
    @usableFromInline
    package static func == (left: Declaration, right: Declaration) -> Bool {
        left.site.position == right.site.position && left.product == right.product
            && left.parameter == right.parameter
            && (left.site.isIdentical(to: right.site) || left.site == right.site)
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// Whether this is the same declaration, and its literals have the same addresses.
    @inline(__always)
    func isIdentical(to other: Declaration) -> Bool {
        site.position == other.site.position && product == other.product && parameter == other.parameter
            && site.isIdentical(to: other.site)
    }
}

extension Declaration {
    /// Where a declaration stands, in three words. See ``LiteralText``.
    @usableFromInline
    @frozen
    package struct Site: Sendable, Equatable {
        @usableFromInline package let key: LiteralText
        @usableFromInline let fileID: LiteralText
        /// The line in the upper half, and in the lower half the effects in two bits, then the column. If the first bit is set, the
        /// rest identifies a declaration that has no line.
        @usableFromInline let position: UInt64

        @export(implementation)
        package init(key: StaticString, fileID: StaticString, line: UInt, column: UInt, _ effects: Effects = .none) {
            self.key = LiteralText(key)
            self.fileID = LiteralText(fileID)
            position =
                UInt64(UInt32(truncatingIfNeeded: line & 0x7FFF_FFFF)) << 32 | effects.bits
                | UInt64(UInt32(truncatingIfNeeded: column & 0x3FFF_FFFF))
        }

        /// A call that stands in for a declaration.
        ///
        /// - Parameter key: Its name in errors and traces.
        package init(key: LiteralText, at call: CallSite) {
            self.key = key
            fileID = call.fileIDText
            position = UInt64(call.line) << 32 | UInt64(call.column & 0x3FFF_FFFF)
        }

        /// A declaration that is identified by a type instead of a line.
        init(key: StaticString, fileID: StaticString, identity: any Any.Type) {
            self.key = LiteralText(key)
            self.fileID = LiteralText(fileID)
            position = 1 << 63 | UInt64(UInt(bitPattern: ObjectIdentifier(identity)))
        }

        /// That of a part of a declaration: the same place, with a bit of the column that no line is long enough to have, or one that
        /// no address has.
        init(partOf site: Site) {
            (key, fileID) = (site.key, site.fileID)
            position = site.position | 1 << (site.isOfType ? 62 : 29)
        }

        /// Whether both literals have the same addresses.
        @inline(__always)
        func isIdentical(to other: Site) -> Bool { key.word == other.key.word && fileID.word == other.fileID.word }

        /// The file and the line, as errors print them. Only the file for a declaration without a line.
        var location: String { line == 0 ? "\(fileID)" : "\(fileID):\(line)" }

        /// Whether it has no line: the dependency was registered by its type.
        var isOfType: Bool { position >> 63 == 1 }

        var line: UInt { isOfType ? 0 : UInt(position >> 32) }

        var effects: Effects { isOfType ? .none : Effects(bits: position & 3 << 30) }
    }

    /// What a call that resolves a declaration does. A part of the declaration's identity.
    @usableFromInline
    @frozen
    package struct Effects: Equatable, Sendable {
        /// Two bits of ``Site/position``.
        @usableFromInline let bits: UInt64

        @export(implementation)
        @inline(always)
        init(bits: UInt64) { self.bits = bits }

        @export(implementation) @inline(always) static var none: Effects { Effects(bits: 0) }
        @export(implementation) @inline(always) package static var throwing: Effects { Effects(bits: 1 << 30) }
        @export(implementation) @inline(always) package static var asynchronous: Effects { Effects(bits: 2 << 30) }
    }
}

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

    /// An unknown place, such as that of a call of a function that was passed on: `map(factory.resolve)`.
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
