import Foundation

/// The sections and functions of a linked program in the ELF format: 64 bits, little-endian.
struct Executable {
    private struct Section {
        let name: String
        let type: Int
        let flags: Int
        let offset: Int
        let size: Int
        /// The index of an associated section: for a symbol table, its names.
        let link: Int
    }

    private let bytes: [UInt8]
    private let sections: [Section]

    /// Reads a file; `nil` if it has another format, as on other systems.
    init?(contentsOf file: URL) throws {
        bytes = Array(try Data(contentsOf: file))
        guard bytes.count > 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        let (bytes, table, entry) = (bytes, bytes.number(at: 40, 8), bytes.number(at: 58, 2))
        let headers = (0..<bytes.number(at: 60, 2)).map { table + $0 * entry }
        let names = bytes.number(at: headers[bytes.number(at: 62, 2)] + 24, 8)
        sections = headers.map { header in
            Section(
                name: bytes.text(at: names + bytes.number(at: header, 4)),
                type: bytes.number(at: header + 4, 4),
                flags: bytes.number(at: header + 8, 8),
                offset: bytes.number(at: header + 24, 8),
                size: bytes.number(at: header + 32, 8),
                link: bytes.number(at: header + 40, 4)
            )
        }
    }

    /// The bytes of code and read-only data: what the tool `size` calls text.
    var text: Int {
        let (isWritten, isLoaded, isCode) = (1, 2, 4)
        return sections.filter { $0.flags & isLoaded != 0 && ($0.flags & isCode != 0 || $0.flags & isWritten == 0) }
            .reduce(0) { $0 + $1.size }
    }

    /// The bytes of code alone: the section `.text`.
    var code: Int { sections.first { $0.name == ".text" }?.size ?? 0 }

    /// The mangled names of all functions, including those local to the program.
    var functions: [String] {
        let (symbolTable, function, entry) = (2, 2, 24)
        return sections.filter { $0.type == symbolTable }.flatMap { table in
            stride(from: table.offset, to: table.offset + table.size, by: entry)
                .filter { Int(bytes[$0 + 4]) & 0xF == function }
                .map { bytes.text(at: sections[table.link].offset + bytes.number(at: $0, 4)) }
        }
    }
}

extension [UInt8] {
    /// A little-endian number of `count` bytes.
    fileprivate func number(at offset: Int, _ count: Int) -> Int {
        self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The null-terminated text at an offset.
    fileprivate func text(at offset: Int) -> String {
        String(decoding: self[offset...].prefix { $0 != 0 }, as: UTF8.self)
    }
}
