import Synchronization

/// The cells of one declaration for parameters: the table there is now.
final class ParameterCells: Sendable {
    let table = Protected<ParameterTable?>(nil)
    /// The address of the table's places; 0 where there is none.
    let address = Atomic<UInt>(0)

    /// Makes a table the one that hits look at. Under the lock.
    func publish(_ table: ParameterTable?) {
        address.store(table?.places.address ?? 0, ordering: .sequentiallyConsistent)
    }

    /// The memory of the first cell whose parameter has a hash. To be called while reading without a lock.
    func memory(hash: Int) -> UnsafeRawPointer? {
        Places(address: address.load(ordering: .sequentiallyConsistent))?.find(UInt(bitPattern: hash)) { pointer in
            // Holds because only memory of cells is inserted.
            pointer.assumingMemoryBound(to: ParameterHeader.self).pointee.hash == hash
        }
    }
}

/// Cells by parameter, found without a lock. It waits for readers before its memory goes.
final class ParameterTable: @unchecked Sendable {
    // Holds because `cells` changes under the lock of whoever owns the table, and the places are safe by themselves.
    private(set) var cells: [AnyParameterCell] = []
    let places: Places

    /// Takes in cells, with room for as many more.
    init(_ cells: [AnyParameterCell]) {
        places = Places(capacity: cells.count * 2)
        cells.forEach(add)
    }

    deinit {
        ThreadRecord.waitForReaders()
        places.free()
    }

    var isFull: Bool { cells.count >= places.capacity }

    func add(_ cell: AnyParameterCell) {
        cells.append(cell)
        places.insert(cell.memory, UInt(bitPattern: cell.hash))
    }

    /// All cells whose parameters have a hash. Nothing here hashes or compares a parameter.
    func candidates(hash: Int) -> [AnyParameterCell] {
        var candidates: [AnyParameterCell] = []
        _ = places.find(UInt(bitPattern: hash)) { pointer in
            let header = pointer.assumingMemoryBound(to: ParameterHeader.self).pointee
            // Holds because `cells` keeps the owner.
            if header.hash == hash { candidates.append(header.owner.takeUnretainedValue()) }
            return false
        }
        return candidates
    }
}

/// What is read without a lock of the cell for a parameter; the parameter itself comes after it.
@usableFromInline
struct ParameterHeader {
    @usableFromInline let hash: Int
    /// What the cell publishes.
    @usableFromInline let published: UnsafePointer<Published>
    let owner: Unmanaged<AnyParameterCell>
}

/// As it lies in memory.
@usableFromInline
struct ParameterMemory<P> {
    @usableFromInline let header: ParameterHeader
    @usableFromInline let parameter: P
}

/// A cell for one parameter, whatever its type. It waits for readers before its memory goes.
@usableFromInline
class AnyParameterCell: @unchecked Sendable {
    // Holds because a cell is safe by itself, and nothing else changes. `unchecked` because it has a subclass.
    let hash: Int
    let cell = Cell()

    init(hash: Int) { self.hash = hash }

    /// A ``ParameterMemory``, for those who take no lock; they must hold no reference to this object.
    var memory: UnsafeRawPointer { fatalError("abstract") }

    /// An empty cell for the same parameter.
    func copy() -> AnyParameterCell { fatalError("abstract") }
}

/// A cell for one parameter.
final class ParameterCell<P>: AnyParameterCell, @unchecked Sendable {
    // Holds because whoever declares a scope answers for what goes to all threads, the parameter included.
    private let contents = UnsafeMutablePointer<ParameterMemory<P>>.allocate(capacity: 1)

    init(_ parameter: P, hash: Int) {
        super.init(hash: hash)
        // Holds because an atomic, of which `published` is made, has one place as long as its owner lives.
        let published = withUnsafePointer(to: cell.published) { $0 }
        let header = ParameterHeader(hash: hash, published: published, owner: .passUnretained(self))
        contents.initialize(to: ParameterMemory(header: header, parameter: parameter))
    }

    deinit {
        ThreadRecord.waitForReaders()
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    var parameter: P { contents.pointee.parameter }

    override var memory: UnsafeRawPointer { UnsafeRawPointer(contents) }

    override func copy() -> AnyParameterCell { ParameterCell(parameter, hash: hash) }
}
