#ifndef WIRING_THREAD_H
#define WIRING_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#if !__has_include(<pthread.h>)
#error "Wiring requires POSIX threads: thread-specific keys, mutexes and conditions. This platform has none."
#endif
#if UINTPTR_MAX < UINT64_MAX && !defined(__APPLE__)
#error "Wiring stores four bits in the address of an object, which must be aligned to sixteen bytes. This platform aligns it to eight."
#endif

#ifdef __ELF__
/// Marks a symbol that is exported, but not shared with another copy of the library in the same process.
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

// Swift has no thread-local variables, thread-exit callbacks or latches. A @TaskLocal does not replace a thread-local variable:
// a task that a factory closure starts inherits its value, and would appear to be part of a resolution that has ended. Reading
// one also takes twenty times as long.

// With glibc, the variable is at a fixed offset from the thread pointer and is accessed without a call. The loader reserves
// space for this in libraries that are loaded later, too.
#if defined(__GLIBC__)
#define WIRING_THREAD_LOCAL __attribute__((tls_model("initial-exec"))) _Thread_local
#else
#define WIRING_THREAD_LOCAL _Thread_local
#endif

#ifndef WIRING_EMULATES_DARWIN
extern WIRING_THREAD_LOCAL void *_Nullable wiring_thread_current WIRING_OWN;

/// The variable that holds the calling thread's record.
__attribute__((const)) static inline void *_Nullable *_Nonnull wiring_thread_variable(void) {
    return &wiring_thread_current;
}
#else
/// The variable that holds the calling thread's record. As on Darwin, it is freed before the thread's other destructors run.
WIRING_OWN void *_Nullable *_Nonnull wiring_thread_variable(void);
#endif

/// The calling thread's record; null before it is set, and again while the thread exits.
///
/// Pure, so that the compiler may read it once per resolution, which never changes its thread.
__attribute__((pure)) static inline void *_Nullable wiring_thread_record(void) { return *wiring_thread_variable(); }

/// Returns the calling thread's record if the thread's variables were freed before it, and null otherwise.
WIRING_OWN void *_Nullable wiring_thread_restore_record(void);

/// Sets the calling thread's record. `at_end` is called with the record on that thread when the thread exits, however it exits.
/// All callers pass the same function.
WIRING_OWN void wiring_thread_set_record(void *_Nonnull record, void (*_Nonnull at_end)(void *_Nonnull record));

/// Clears the calling thread's record, which is about to be freed.
WIRING_OWN void wiring_thread_clear_record(void);

/// Counts of the process that begin with 0. They are here and not in Swift, where each read of a static variable checks that it has been
/// initialized.
extern uint64_t wiring_process_counts[8] WIRING_OWN;

static inline uint64_t *_Nonnull wiring_process_count(intptr_t index) { return &wiring_process_counts[index]; }

/// The nanoseconds of a clock that never goes back and continues while the system sleeps, as `ContinuousClock` does.
WIRING_OWN int64_t wiring_time(void);

/// Whether this library is a part of the program, and not of a dynamic library.
WIRING_OWN bool wiring_is_in_program(void);

/// The entry `NAME=VALUE` of the process's environment at an index, and null after the last.
WIRING_OWN const char *_Nullable wiring_environment(intptr_t index);

/// A latch. It is initially closed and stays open once it is opened.
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
