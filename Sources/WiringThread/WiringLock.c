// For syscall.
#define _GNU_SOURCE

#include "WiringLock.h"

#if defined(__linux__) && !defined(WIRING_EMULATES_OTHER_SYSTEMS)

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/// How often a thread looks at a lock before it sleeps. The library has its locks for some tens of nanoseconds.
enum { attempts = 100 };

static inline void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("yield");
#endif
}

void wiring_lock_wait(wiring_lock_t *lock) {
    for (int attempt = 0; attempt < attempts; attempt++) {
        wiring_lock_t expected = 0;
        if (__atomic_load_n(lock, __ATOMIC_RELAXED) == 0
            && __atomic_compare_exchange_n(lock, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            return;
        }
        pause_briefly();
    }
    int error = errno;
    while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE) != 0) {
        // It also returns if the lock is no longer 2, and for other reasons.
        syscall(SYS_futex, lock, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    }
    errno = error;
}

void wiring_lock_wake(wiring_lock_t *lock) {
    int error = errno;
    // The lock may have been freed by now. Then the kernel wakes a thread for nothing, or finds no memory there.
    syscall(SYS_futex, lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = error;
}

#endif
