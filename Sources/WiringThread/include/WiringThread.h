#ifndef WIRING_THREAD_H
#define WIRING_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#if !__has_include(<pthread.h>)
#error "Wiring needs POSIX threads: a callback at a thread's end, mutexes and conditions. This platform has none."
#endif
#if UINTPTR_MAX < UINT64_MAX && !defined(__APPLE__)
#error "Wiring keeps four bits in the address of an object, which must be aligned to sixteen bytes. This platform aligns it to eight."
#endif

#ifdef __ELF__
/// What is exported, and yet not shared with another copy of the library in the same process.
#define WIRING_OWN __attribute__((visibility("protected")))
#else
#define WIRING_OWN
#endif

#if __has_include(<features.h>)
#include <features.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// What Swift lacks: thread-local variables, a callback at a thread's end, and a lock that one thread waits for and another
// opens. A @TaskLocal does not replace a thread-local variable: a task that a factory starts inherits its values, and would
// be taken for a part of a resolution that is over; and reading one costs twenty times as much.

// With glibc the variable is at a fixed offset from the thread's pointer, and no function is called to find it. Its loader has
// room for that in libraries that are loaded later, too.
#if defined(__GLIBC__)
#define WIRING_THREAD_LOCAL __attribute__((tls_model("initial-exec"))) _Thread_local
#else
#define WIRING_THREAD_LOCAL _Thread_local
#endif

#ifndef WIRING_EMULATES_DARWIN
extern WIRING_THREAD_LOCAL void *_Nullable wiring_thread_current WIRING_OWN;

/// Where the calling thread's record stands.
__attribute__((const)) static inline void *_Nullable *_Nonnull wiring_thread_variable(void) {
    return &wiring_thread_current;
}
#else
/// Where the calling thread's record stands, in memory that goes before other destructors of the thread run, as on Darwin.
WIRING_OWN void *_Nullable *_Nonnull wiring_thread_variable(void);
#endif

/// The calling thread's record; null until it has been set, and again while the thread ends.
///
/// Pure, so that the compiler may read it once for a resolution, which never changes its thread.
__attribute__((pure)) static inline void *_Nullable wiring_thread_record(void) { return *wiring_thread_variable(); }

/// The calling thread's record, where the thread's variables went before it did; or null.
WIRING_OWN void *_Nullable wiring_thread_restore_record(void);

/// Sets the calling thread's record. `at_end` is called with it on that thread when the thread ends, in whatever way; `in_child`
/// in each child that `fork` makes, on its one thread.
///
/// All callers pass the same functions.
WIRING_OWN void wiring_thread_set_record(
    void *_Nonnull record,
    void (*_Nonnull at_end)(void *_Nonnull record),
    void (*_Nonnull in_child)(void)
);

/// Forgets the calling thread's record, whose end has come.
WIRING_OWN void wiring_thread_clear_record(void);

/// Something that is closed at first, then open for good.
typedef struct wiring_latch wiring_latch_t;

WIRING_OWN wiring_latch_t *_Nonnull wiring_latch_make(void);
WIRING_OWN void wiring_latch_free(wiring_latch_t *_Nonnull latch);
/// Blocks until the latch is open.
WIRING_OWN void wiring_latch_wait(wiring_latch_t *_Nonnull latch);
/// Opens the latch, from any thread.
WIRING_OWN void wiring_latch_open(wiring_latch_t *_Nonnull latch);

#ifdef __cplusplus
}
#endif

#endif
