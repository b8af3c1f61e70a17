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
        self.init(Site(key: key, fileID: "", line: 0, column: 0), product: Void.self)
    }

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
            position = site.position | 1 << (site.position >> 63 == 1 ? 62 : 29)
        }

        /// Whether both literals have the same addresses.
        @inline(__always)
        func isIdentical(to other: Site) -> Bool { key.word == other.key.word && fileID.word == other.fileID.word }

        /// The file and the line, as errors print them. Only the file for a declaration without a line.
        var location: String { line == 0 ? "\(fileID)" : "\(fileID):\(line)" }

        var line: UInt { position >> 63 == 1 ? 0 : UInt(position >> 32) }

        var effects: Effects { position >> 63 == 1 ? .none : Effects(bits: position & 3 << 30) }
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
