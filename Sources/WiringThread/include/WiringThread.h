#ifndef WIRING_THREAD_H
#define WIRING_THREAD_H

#include <stdbool.h>
#include <stdint.h>

// Swift has no thread-local variables of its own. A @TaskLocal would not do: a task that a factory starts inherits
// its values, and would be taken for a part of a resolution that is over; and reading one costs twenty times as much.

/// What one thread knows of the resolution that runs on it.
typedef struct {
    /// The innermost frame, in the stack of this thread; null while nothing is being resolved.
    const void *_Nullable top;
    /// What lives as long as the outermost resolution, retained; null until something needs it.
    void *_Nullable session;
    /// This thread's number, never used again by another; 0 until it is first asked for.
    uint64_t number;
    /// Whether an outermost resolution is at its end: what it calls then leaves no trace, which would have no end.
    bool is_ending_session;
} wiring_thread_t;

extern _Thread_local wiring_thread_t wiring_thread_current;

/// The calling thread's own state. The pointer is valid on this thread alone.
static inline wiring_thread_t *_Nonnull wiring_thread(void) { return &wiring_thread_current; }

#endif
