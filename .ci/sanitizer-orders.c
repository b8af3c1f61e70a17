// Tells the thread sanitizer of two orders that the runtime of Swift does not show it, because it is not built for the sanitizer. On
// Linux, a sanitized program loads this before the runtime:
//
//     LD_PRELOAD=<this file, as a shared library> <program>
//
// References: whoever drops a reference to storage, such as that of an array, has read it before. Whoever then finds that it has the
// only reference changes the storage in place. Otherwise, the sanitizer reports the two as a race if no lock orders them: for example,
// if one thread copies an array under a lock and reads the copy after it, and another thread appends to the array under the lock. The
// variable that has the reference is not ordered: the sanitizer still reports two threads that use it without a lock.
//
// Continuations: whoever resumes one has made what it hands over before. If the task has yet to suspend, it goes on by itself, and
// the runtime tells the sanitizer only about the former.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// Weak, because the programs that start the sanitized one load this file, too.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);
__attribute__((weak)) void *swift_task_getCurrent(void);

static void willRelease(void *object) {
    // An object that has one of these bits is not storage of native Swift.
    bool isNative = object && !((uintptr_t)object & 0xF000000000000007);
    if (isNative && __tsan_release) __tsan_release(object);
}

static bool didCompare(void *object, bool isUnique) {
    if (isUnique && __tsan_acquire) __tsan_acquire(object);
    return isUnique;
}

// The function of this name or symbol that this file replaces. Threads that look it up at the same time find the same one.
#define REPLACED(name, symbol)                                                                              \
    ({                                                                                                      \
        static _Atomic(__typeof__(&name)) function;                                                         \
        if (!function) function = (__typeof__(&name))dlsym(RTLD_NEXT, symbol);                              \
        function;                                                                                           \
    })
#define RUNTIME(name) REPLACED(name, #name)

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

// In a debug build, a program calls two functions of the standard library, which call the above where this file does not see it:
// `isKnownUniquelyReferenced(_:)` of a reference, and of an optional one.
#define UNIQUE "$ss25isKnownUniquelyReferencedySbxzRlzClF"
#define UNIQUE_OPTIONAL "$ss25isKnownUniquelyReferencedySbxSgzRlzClF"

bool isUnique(void **object, void *type) __asm__(UNIQUE);
bool isUnique(void **object, void *type) { return didCompare(*object, REPLACED(isUnique, UNIQUE)(object, type)); }

bool isOptionalUnique(void **object, void *type) __asm__(UNIQUE_OPTIONAL);
bool isOptionalUnique(void **object, void *type) {
    return didCompare(*object, REPLACED(isOptionalUnique, UNIQUE_OPTIONAL)(object, type));
}

// The beginning of what the runtime keeps of a continuation, which compiled programs rely on, too.
struct continuation {
    void *parent;
    void (*resumeParent)(void);
    uint64_t flags;
    _Atomic(uint64_t) status;
};
enum { isResumed = 2 };

static void goesOn(void) {
    void *task = swift_task_getCurrent ? swift_task_getCurrent() : 0;
    if (task && __tsan_acquire) __tsan_acquire(task);
}

// A continuation that has been resumed when its task awaits it. One that is resumed between these two lines is missed.
__attribute__((swiftasynccall)) void swift_continuation_await(struct continuation *continuation) {
    __typeof__(&swift_continuation_await) await = RUNTIME(swift_continuation_await);
    if (continuation->status == isResumed) goesOn();
    __attribute__((musttail)) return await(continuation);
}

// One that is resumed while its task suspends: the task has left its thread for that, and enters it again.
void swift_task_enterThreadLocalContext(char *context) {
    RUNTIME(swift_task_enterThreadLocalContext)(context);
    goesOn();
}
