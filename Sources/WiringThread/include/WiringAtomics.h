#ifndef WIRING_ATOMICS_H
#define WIRING_ATOMICS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The compiler inlines these, and the thread sanitizer sees them. The `Synchronization` module has the same, and requires systems of
// 2024.

static inline uint64_t wiring_load_relaxed(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline uint64_t wiring_load_acquire(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline uint64_t wiring_load_ordered(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void wiring_store_release(uint64_t *_Nonnull word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline void wiring_or(uint64_t *_Nonnull word, uint64_t bits) { __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST); }

static inline void wiring_and(uint64_t *_Nonnull word, uint64_t bits) { __atomic_fetch_and(word, bits, __ATOMIC_ACQ_REL); }

/// Returns the sum.
static inline uint64_t wiring_add_ordered(uint64_t *_Nonnull word, uint64_t value) {
    return __atomic_add_fetch(word, value, __ATOMIC_SEQ_CST);
}

/// Returns the sum.
static inline uint64_t wiring_add_relaxed(uint64_t *_Nonnull word, uint64_t value) {
    return __atomic_add_fetch(word, value, __ATOMIC_RELAXED);
}

/// Sets a word that is 0. Returns the value that it had.
static inline uint64_t wiring_set_if_zero(uint64_t *_Nonnull word, uint64_t value) {
    uint64_t expected = 0;
    __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

#ifdef __cplusplus
}
#endif

#endif
