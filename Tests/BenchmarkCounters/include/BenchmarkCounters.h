#ifndef BENCHMARK_COUNTERS_H
#define BENCHMARK_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

// Plain thread-local counters: no atomics, no exclusivity checks, and no cache line that two threads write to.

/// What has happened on one thread since it began.
typedef struct {
    /// Services that were initialized.
    int64_t instances;
    /// Calls that returned memory, of the whole program with its libraries.
    int64_t allocations;
    /// Bytes that those calls asked for.
    int64_t bytes;
} benchmark_counters_t;

#ifdef __ELF__
// At a fixed distance from where the thread's pointer points, so that counting is one instruction.
#define BENCHMARK_IN_PROGRAM __attribute__((tls_model("local-exec")))
#else
#define BENCHMARK_IN_PROGRAM
#endif

extern _Thread_local benchmark_counters_t benchmark_counters_current BENCHMARK_IN_PROGRAM;

/// Counts an instance, from within its initializer.
static inline void benchmark_count_instance(void) { benchmark_counters_current.instances++; }

/// The calling thread's counters at this moment.
static inline benchmark_counters_t benchmark_counters(void) { return benchmark_counters_current; }

/// Takes an address so that the compiler must assume that it is used, and that all memory is read and written. Costs nothing.
static inline void benchmark_consume(const void *_Nonnull address) { __asm__ volatile("" : : "r"(address) : "memory"); }

/// How often the calling thread had to leave its processor to another program's; 0 where that is not known.
int64_t benchmark_preemptions(void);

/// Whether this program counts its allocations.
bool benchmark_counts_allocations(void);

#endif
