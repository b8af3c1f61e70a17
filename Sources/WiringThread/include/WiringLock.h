#ifndef WIRING_LOCK_H
#define WIRING_LOCK_H

#include <stdint.h>

#include "WiringThread.h"

#if defined(__APPLE__)
#include <os/lock.h>
#elif !defined(__linux__) || defined(WIRING_EMULATES_OTHER_SYSTEMS)
#include <pthread.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// A lock that is not recursive and not fair. On each system, the thread sanitizer sees who has it.

#if defined(__APPLE__)

typedef os_unfair_lock wiring_lock_t;

static inline void wiring_lock_make(wiring_lock_t *_Nonnull lock) { *lock = OS_UNFAIR_LOCK_INIT; }
static inline void wiring_lock_end(wiring_lock_t *_Nonnull lock) { (void)lock; }
static inline void wiring_lock_lock(wiring_lock_t *_Nonnull lock) { os_unfair_lock_lock(lock); }
static inline void wiring_lock_unlock(wiring_lock_t *_Nonnull lock) { os_unfair_lock_unlock(lock); }

#elif defined(__linux__) && !defined(WIRING_EMULATES_OTHER_SYSTEMS)

/// 0 if nobody has the lock, 1 if somebody has it, and 2 if others may be waiting besides. See U. Drepper, "Futexes Are Tricky", 2011.
typedef uint32_t wiring_lock_t;

WIRING_OWN void wiring_lock_wait(wiring_lock_t *_Nonnull lock);
WIRING_OWN void wiring_lock_wake(wiring_lock_t *_Nonnull lock);

static inline void wiring_lock_make(wiring_lock_t *_Nonnull lock) { __atomic_store_n(lock, 0, __ATOMIC_RELAXED); }
static inline void wiring_lock_end(wiring_lock_t *_Nonnull lock) { (void)lock; }

static inline void wiring_lock_lock(wiring_lock_t *_Nonnull lock) {
    wiring_lock_t expected = 0;
    if (!__atomic_compare_exchange_n(lock, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) wiring_lock_wait(lock);
}

static inline void wiring_lock_unlock(wiring_lock_t *_Nonnull lock) {
    if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2) wiring_lock_wake(lock);
}

#else

typedef pthread_mutex_t wiring_lock_t;

static inline void wiring_lock_make(wiring_lock_t *_Nonnull lock) { pthread_mutex_init(lock, 0); }
static inline void wiring_lock_end(wiring_lock_t *_Nonnull lock) { pthread_mutex_destroy(lock); }
static inline void wiring_lock_lock(wiring_lock_t *_Nonnull lock) { pthread_mutex_lock(lock); }
static inline void wiring_lock_unlock(wiring_lock_t *_Nonnull lock) { pthread_mutex_unlock(lock); }

#endif

#ifdef __cplusplus
}
#endif

#endif
