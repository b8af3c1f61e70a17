// Tells the thread sanitizer which order reference counts give, on Linux. A sanitized program loads it before the runtime of Swift,
// which is not built for the sanitizer:
//
//     LD_PRELOAD=<this file, as a shared library> <program>
//
// Whoever drops a reference to storage, such as that of an array, has read it before. Whoever then finds that it has the only reference
// changes the storage in place. Without this file, the sanitizer reports the two as a race if no lock orders them: for example, if one
// thread copies an array under a lock and reads the copy after it, and another thread appends to the array under the lock.
//
// Nothing else is ordered. In particular, the variable that has the reference is not: the sanitizer still reports two threads that use
// it without a lock.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// Weak, because the programs that start the sanitized one load this file, too.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

static void willRelease(void *object) {
    // An object that has one of these bits is not storage of native Swift.
    bool isNative = object && !((uintptr_t)object & 0xF000000000000007);
    if (isNative && __tsan_release) __tsan_release(object);
}

static bool didCompare(void *object, bool isUnique) {
    if (isUnique && __tsan_acquire) __tsan_acquire(object);
    return isUnique;
}

// The runtime's function of this name. Threads that look it up at the same time find the same one.
#define RUNTIME(name)                                                                                       \
    ({                                                                                                      \
        static _Atomic(__typeof__(&name)) function;                                                         \
        if (!function) function = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                               \
        function;                                                                                           \
    })

void swift_release(void *object) {
    willRelease(object);
    RUNTIME(swift_release)(object);
}

void swift_release_n(void *object, uint32_t count) {
    willRelease(object);
    RUNTIME(swift_release_n)(object, count);
}

void swift_bridgeObjectRelease(void *object) {
    willRelease(object);
    RUNTIME(swift_bridgeObjectRelease)(object);
}

void swift_bridgeObjectRelease_n(void *object, uint32_t count) {
    willRelease(object);
    RUNTIME(swift_bridgeObjectRelease_n)(object, count);
}

bool swift_isUniquelyReferenced_native(void *object) {
    return didCompare(object, RUNTIME(swift_isUniquelyReferenced_native)(object));
}

bool swift_isUniquelyReferenced_nonNull_native(void *object) {
    return didCompare(object, RUNTIME(swift_isUniquelyReferenced_nonNull_native)(object));
}
