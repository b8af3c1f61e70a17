/// Which declaration a resolution is about: its identity and its text.
///
/// Two declarations are the same if they stand at the same place of the same source file under the same key and make
/// the same type out of the same parameter.
@usableFromInline
struct Declaration: Sendable {
    @usableFromInline let site: Site
    /// The type that the declaration makes.
    @usableFromInline let product: any Any.Type
    /// The type of its parameter, `Void` where it takes none.
    @usableFromInline let parameter: any Any.Type

    @export(implementation)
    @inline(always)
    init(_ site: Site, product: any Any.Type, parameter: any Any.Type) {
        self.site = site
        self.product = product
        self.parameter = parameter
    }

    /// Stands for `autoRegister()` in a path. The container's name says whose.
    static let autoRegistration = Declaration(
        Site(key: "autoRegister()", fileID: "", line: 0, column: 0),
        product: Void.self,
        parameter: Void.self
    )

    /// A number that is the same for equal declarations, wherever their literals stand.
    var hash: UInt {
        let type = UInt64(UInt(bitPattern: Int(bitPattern: ObjectIdentifier(product)) >> 4))
        let hash = (site.position ^ type &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15
        return UInt(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}

extension Declaration: Equatable {
    @usableFromInline
    static func == (left: Declaration, right: Declaration) -> Bool {
        left.site.position == right.site.position && left.product == right.product
            && left.parameter == right.parameter
            && (left.site.isIdentical(to: right.site) || left.site == right.site)
    }

    /// Whether this is the same declaration, and its literals are the very same.
    @inline(__always)
    func isIdentical(to other: Declaration) -> Bool {
        site.position == other.site.position && product == other.product && parameter == other.parameter
            && site.isIdentical(to: other.site)
    }
}
