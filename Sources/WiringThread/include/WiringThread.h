#ifndef WIRING_THREAD_H
#define WIRING_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What Swift has not: thread-local variables, word of a thread's end, and a lock that is not tied to a scope. A @TaskLocal
// would not do in place of a thread-local variable: a task that a factory starts inherits its values, and would be taken
// for a part of a resolution that is over; and reading one costs twenty times as much.

/// What one thread knows of the resolution that runs on it.
typedef struct {
    /// The innermost frame, in the stack of this thread; null while nothing is being resolved.
    const void *_Nullable top;
    /// How many frames there are.
    intptr_t depth;
    /// What lives as long as the outermost resolution, retained; null until something needs it.
    void *_Nullable session;
    /// What other threads may see of this one; null until something needs it.
    void *_Nullable record;
    /// Whether an outermost resolution is at its end: what it calls then leaves no trace, which would have no end.
    bool is_ending_session;
} wiring_thread_t;

extern _Thread_local wiring_thread_t wiring_thread_current;

// What is marked as pure is seen by Swift's optimizer to release nothing. So it need not retain a container around it, which
// would cost more than all else on the straight way, and have threads that share a container hinder each other.

/// The calling thread's own state. The pointer is valid on this thread alone.
__attribute__((pure)) static inline wiring_thread_t *_Nonnull wiring_thread(void) { return &wiring_thread_current; }

/// What an atomic word holds, loaded with relaxed ordering.
__attribute__((pure)) static inline uint64_t wiring_load(const void *_Nonnull word) {
    return __atomic_load_n((const uint64_t *)word, __ATOMIC_RELAXED);
}

/// Nothing is moved past this when a program is compiled. It is no instruction. The optimizer would move the retain of what was
/// read past an atomic store, as past any other, and who waits for that store would free it in between.
static inline void wiring_keep_order(void) { __asm__ __volatile__("" ::: "memory"); }

/// Has `at_end` called with `record` when the calling thread ends, on that thread, in whatever way it ends.
void wiring_thread_watch_end(void *_Nonnull record, void (*_Nonnull at_end)(void *_Nonnull record));

/// Lets other threads run.
void wiring_thread_yield(void);

/// A lock whose holder lends itself the priority of those who wait, and may hold it for long.
typedef struct wiring_gate wiring_gate_t;

wiring_gate_t *_Nonnull wiring_gate_make(void);
void wiring_gate_free(wiring_gate_t *_Nonnull gate);
void wiring_gate_lock(wiring_gate_t *_Nonnull gate);
/// On the thread that locked it.
void wiring_gate_unlock(wiring_gate_t *_Nonnull gate);

#ifdef __cplusplus
}
#endif

#endif
