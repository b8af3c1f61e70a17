// A source may be cancelled on any thread, which its type does not say yet.
@preconcurrency import Dispatch
import Foundation

/// Tells when to look at a directory again.
package enum DirectoryChanges {
    /// Yields after files have appeared in a directory or gone, and after the directory itself has gone.
    ///
    /// The watch is in place when this returns. Changes that come while nobody iterates are one. Ending the iteration ends
    /// the watch.
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
                // What has changed is seen in the directory; the events are only taken away.
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
