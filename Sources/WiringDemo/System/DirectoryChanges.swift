// A source can be cancelled on any thread, but its type is not `Sendable`.
@preconcurrency import Dispatch
import Foundation

/// Watches a directory.
package enum DirectoryChanges {
    /// Yields after files have been added to a directory or removed, and after the directory itself has been removed.
    ///
    /// The watch is in place when this returns. Changes between two iterations are merged. Ending the iteration ends the
    /// watch.
    package static func stream(of path: String) throws(SystemError) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let source = try source(of: path) { continuation.yield() }
        continuation.onTermination = { _ in source.cancel() }
        source.activate()
        return stream
    }

    #if os(Linux)
        private static func source(
            of path: String,
            onChange: @escaping @Sendable () -> Void
        ) throws(SystemError) -> any DispatchSourceRead {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { throw SystemError() }
            let events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
            guard inotify_add_watch(descriptor, path, UInt32(events) | UInt32(IN_ONLYDIR)) >= 0 else {
                let error = SystemError()
                close(descriptor)
                throw error
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
            source.setEventHandler {
                // Discards the events, because the caller lists the directory.
                while let events = try? FileReading.chunk(of: descriptor), !events.isEmpty {}
                onChange()
            }
            source.setCancelHandler { close(descriptor) }
            return source
        }
    #else
        private static func source(
            of path: String,
            onChange: @escaping @Sendable () -> Void
        ) throws(SystemError) -> any DispatchSourceFileSystemObject {
            let descriptor = open(path, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError() }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor,
                eventMask: [.write, .delete, .rename]
            )
            source.setEventHandler(handler: onChange)
            source.setCancelHandler { close(descriptor) }
            return source
        }
    #endif
}
