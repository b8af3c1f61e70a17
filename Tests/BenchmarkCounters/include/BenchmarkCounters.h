#ifndef BENCHMARK_COUNTERS_H
#define BENCHMARK_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

// Plain thread-local counters: no atomics, no exclusivity checks, and no cache line that two threads write.

/// Counters of one thread since it began.
typedef struct {
    /// Initialized services.
    int64_t instances;
    /// Calls that returned memory, in the whole program including its libraries.
    int64_t allocations;
    /// Bytes that those calls requested.
    int64_t bytes;
} benchmark_counters_t;

#ifdef __ELF__
// At a fixed offset from the thread pointer, so that counting is one instruction.
#define BENCHMARK_IN_PROGRAM __attribute__((tls_model("local-exec")))
#else
#define BENCHMARK_IN_PROGRAM
#endif

extern _Thread_local benchmark_counters_t benchmark_counters_current BENCHMARK_IN_PROGRAM;

/// Counts an instance. Called in its initializer.
static inline void benchmark_count_instance(void) { benchmark_counters_current.instances++; }

/// The current counters of the calling thread.
static inline benchmark_counters_t benchmark_counters(void) { return benchmark_counters_current; }

/// Makes the compiler assume that the address is used, and that all memory is read and written. Costs nothing.
static inline void benchmark_consume(const void *_Nonnull address) { __asm__ volatile("" : : "r"(address) : "memory"); }

/// How often another program preempted the calling thread; 0 if that is unknown.
int64_t benchmark_preemptions(void);

/// Whether this program counts its allocations.
bool benchmark_counts_allocations(void);

/// The bytes that the whole program has in use, as its allocator counts them; negative if that is unknown. A few blocks of each size that
/// a thread has freed count until the thread allocates again.
int64_t benchmark_bytes_in_use(void);

#endif
