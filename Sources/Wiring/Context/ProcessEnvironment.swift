#if canImport(Darwin)
    import Darwin
#endif

/// The environment variables by which Apple's tools announce themselves. On other systems nothing sets them, and none
/// is read.
enum ProcessEnvironment {
    static subscript(name: String) -> String? {
        #if canImport(Darwin)
            getenv(name).map { String(cString: $0) }
        #else
            nil
        #endif
    }
}
