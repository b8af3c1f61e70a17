public import Synchronization
public import WiringThread

/// What other threads may see of one thread. The memory of a record is never freed: when its thread has ended it becomes
/// another's, so there are no more of them than there ever were threads at one time.
@usableFromInline
struct ThreadRecord: ~Copyable {
    /// Odd while the thread reads what it holds no lock of.
    @usableFromInline let reading = Atomic<UInt>(0)
    private let isTaken = Atomic<Bool>(true)
    /// The one that was made before it.
    private var next: UnsafeMutablePointer<ThreadRecord>?
    /// The thread's number, which no other thread ever has.
    fileprivate(set) var number = UniqueNumber.next()
    /// The innermost construction under way on the thread. Not retained: its builder has it.
    var constructions: Unmanaged<Construction>?
    /// A construction that can be used again, retained.
    var spare: Unmanaged<Construction>?
    /// An outermost resolution's store that can be used again, retained.
    var spareSession: Unmanaged<ThreadSession>?

    /// The call of the innermost resolution on the slow path, and how many resolutions it was within.
    var call: (site: CallSite, depth: Int)?

    private init(next: UnsafeMutablePointer<ThreadRecord>?) { self.next = next }

    /// The calling thread's.
    @export(implementation) @inline(always) static var current: UnsafeMutablePointer<ThreadRecord> {
        // Holds because only `enroll()` writes it, and always the address of a record.
        wiring_thread().pointee.record?.assumingMemoryBound(to: ThreadRecord.self) ?? enroll()
    }

    // MARK: - Reading without a lock

    /// Runs `body`, which may read what is being taken away by another thread at this moment: who takes it away does not
    /// free it before `body` has ended.
    ///
    /// - Parameter body: Neither blocks nor calls code of users, nor reads in this way itself. What calls this is not inlined
    ///   where users' code is: the compiler could put a release of theirs in between, and a `deinit` may resolve.
    @export(implementation)
    static func withReading<Result>(_ body: () -> Result) -> Result {
        let record = current
        record.pointee.beginReading()
        defer { record.pointee.endReading() }
        return body()
    }

    /// Begins what ``withReading(_:)`` does, for the hit, which a build without optimization does faster without a closure.
    @export(implementation)
    @inline(always)
    func beginReading() {
        let count = reading.load(ordering: .relaxed)
        // Before all that is read then, in the one order of what is sequentially consistent: either it is what stands there
        // after a change, or who has made the change sees that somebody reads.
        reading.store(count &+ 1, ordering: .sequentiallyConsistent)
    }

    /// Ends it, on the same thread.
    @export(implementation)
    @inline(always)
    func endReading() {
        // What was read is retained before, and not after: see `WiringThread.h`.
        wiring_keep_order()
        reading.store(reading.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Waits until every thread that may have read before has ended reading: a few instructions each.
    ///
    /// Called between taking something away, with a sequentially consistent store, and freeing it.
    static func waitForReaders() {
        var record = Place(bitPattern: first.load(ordering: .sequentiallyConsistent))
        while let current = record {
            let count = current.pointee.reading.load(ordering: .sequentiallyConsistent)
            var rounds = 0
            while !count.isMultiple(of: 2), current.pointee.reading.load(ordering: .acquiring) == count {
                rounds += 1
                // A thread can lose its processor also between two instructions.
                if rounds > 100 { wiring_thread_yield() }
            }
            record = current.pointee.next
        }
    }

    // MARK: - Threads that come and go

    private typealias Place = UnsafeMutablePointer<ThreadRecord>

    /// The address of the record that was made last; 0 before there is one.
    private static let first = Atomic<UInt>(0)

    /// Gives the calling thread a record.
    @usableFromInline
    @inline(never)
    static func enroll() -> UnsafeMutablePointer<ThreadRecord> {
        let record = takeFree() ?? make()
        wiring_thread().pointee.record = UnsafeMutableRawPointer(record)
        wiring_thread_watch_end(record) { record in
            // Holds because this is what was passed.
            ThreadRecord.end(record.assumingMemoryBound(to: ThreadRecord.self))
        }
        return record
    }

    private static func takeFree() -> Place? {
        var record = Place(bitPattern: first.load(ordering: .acquiring))
        while let current = record {
            let (isFree, _) = current.pointee.isTaken.compareExchange(
                expected: false,
                desired: true,
                ordering: .acquiringAndReleasing
            )
            if isFree {
                current.pointee.number = UniqueNumber.next()
                return current
            }
            record = current.pointee.next
        }
        return nil
    }

    private static func make() -> Place {
        // A thread writes its record at every reading, so no two of them share a line of the processors' caches.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
        let record = memory.bindMemory(to: ThreadRecord.self, capacity: 1)
        var last = first.load(ordering: .acquiring)
        record.initialize(to: ThreadRecord(next: Place(bitPattern: last)))
        while true {
            let (isDone, found) = first.compareExchange(
                expected: last,
                desired: UInt(bitPattern: record),
                ordering: .sequentiallyConsistent
            )
            if isDone { return record }
            last = found
            record.pointee.next = Place(bitPattern: last)
        }
    }

    /// Ends what a thread has left behind, on that thread: constructions that have come to nothing.
    private static func end(_ record: Place) {
        wiring_thread().pointee.record = nil
        // First, because what the resolution leaves behind may resolve when it goes.
        while let construction = record.pointee.constructions {
            // Holds because a builder that has not ended it never let it go.
            construction.takeUnretainedValue().end(with: nil, on: record)
        }
        ResolutionStack.abandon()
        record.pointee.call = nil
        // Both hold because what is there was retained, and nobody else takes it.
        record.pointee.spare?.release()
        record.pointee.spare = nil
        record.pointee.spareSession?.release()
        record.pointee.spareSession = nil
        record.pointee.isTaken.store(false, ordering: .releasing)
    }
}
