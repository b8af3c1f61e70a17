/// Which declaration a resolution is about: its identity and its text.
///
/// Two declarations are the same if they stand at the same place of the same source file under the same key and make
/// the same type out of the same parameter. Text is compared by its content: one literal may stand at several
/// addresses of a program, because a declaration can be inlined into other modules.
@usableFromInline
struct Declaration: Sendable {
    @usableFromInline let key: StaticString
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let column: UInt
    /// The type that the declaration makes.
    @usableFromInline let product: any Any.Type
    /// The type of its parameter, `Void` where it takes none.
    @usableFromInline let parameter: any Any.Type

    @inlinable
    init(
        key: StaticString,
        fileID: StaticString,
        line: UInt,
        column: UInt,
        product: any Any.Type,
        parameter: any Any.Type
    ) {
        self.key = key
        self.fileID = fileID
        self.line = line
        self.column = column
        self.product = product
        self.parameter = parameter
    }

    /// Stands for `autoRegister()` in a path. The container's name says whose.
    static let autoRegistration = Declaration(
        key: "autoRegister()",
        fileID: "",
        line: 0,
        column: 0,
        product: Void.self,
        parameter: Void.self
    )

    /// The source position, as errors print it; only the first part for what is declared at no line.
    var location: String { line == 0 ? "\(fileID)" : "\(fileID):\(line)" }

    /// A number that is the same for equal declarations, wherever their literals stand.
    var hash: UInt {
        var hash = UInt(bitPattern: ObjectIdentifier(product).significantAddress)
        hash = (hash ^ line) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ column ^ UInt(bitPattern: key.length) << 12) &* 0xD6E8_FEB8_6659_FD93
        return hash ^ (hash >> 32)
    }
}

extension Declaration: Equatable {
    @usableFromInline
    static func == (left: Declaration, right: Declaration) -> Bool {
        left.line == right.line && left.column == right.column
            && left.product == right.product && left.parameter == right.parameter
            && left.key.hasSameText(as: right.key) && left.fileID.hasSameText(as: right.fileID)
    }
}

extension ObjectIdentifier {
    /// The address, without its always-zero low bits.
    fileprivate var significantAddress: Int { Int(bitPattern: self) >> 4 }
}

extension StaticString {
    fileprivate var length: Int { hasPointerRepresentation ? utf8CodeUnitCount : 1 }

    fileprivate func hasSameText(as other: StaticString) -> Bool {
        guard hasPointerRepresentation, other.hasPointerRepresentation else {
            return description == other.description
        }
        guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
        if utf8Start == other.utf8Start { return true }
        return withUTF8Buffer { mine in other.withUTF8Buffer { mine.elementsEqual($0) } }
    }
}
