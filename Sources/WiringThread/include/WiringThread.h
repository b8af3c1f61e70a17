#ifndef WIRING_THREAD_H
#define WIRING_THREAD_H

#include <stdbool.h>
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

extern WIRING_THREAD_LOCAL void *_Nullable wiring_thread_current;

/// The calling thread's record; null until it has been set, and again while the thread ends.
///
/// Pure, so that the compiler may read it once for a resolution, which never changes its thread.
__attribute__((pure)) static inline void *_Nullable wiring_thread_record(void) { return wiring_thread_current; }

/// Sets the calling thread's record. `at_end` is called with it on that thread when the thread ends, in whatever way.
///
/// All callers pass the same `at_end`.
void wiring_thread_set_record(void *_Nonnull record, void (*_Nonnull at_end)(void *_Nonnull record));

/// Forgets the calling thread's record, whose end has come.
void wiring_thread_clear_record(void);

/// Something that is closed at first, then open for good.
typedef struct wiring_latch wiring_latch_t;

wiring_latch_t *_Nonnull wiring_latch_make(void);
void wiring_latch_free(wiring_latch_t *_Nonnull latch);
/// Blocks until the latch is open.
void wiring_latch_wait(wiring_latch_t *_Nonnull latch);
/// Opens the latch, from any thread.
void wiring_latch_open(wiring_latch_t *_Nonnull latch);

#ifdef __cplusplus
}
#endif

#endif
