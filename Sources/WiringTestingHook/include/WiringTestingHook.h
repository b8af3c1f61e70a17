#ifndef WIRING_TESTING_HOOK_H
#define WIRING_TESTING_HOOK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Records an issue of the current test. Implemented in `WiringTesting`; see `wiring_issue_recorder`.
bool wiring_testing_record_issue(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column,
    bool anywhere
);

/// The Swift function `XCTFail(_:file:line:)` of XCTest. `NULL` if the process has not loaded XCTest, or if Swift Testing passes its
/// issues to XCTest by itself.
void *_Nullable wiring_testing_xctest_failure(void);

/// How many errors code on this thread has thrown since the first call in the process, without those of typed `throws`. Constant if
/// the runtime of Swift does not tell.
uintptr_t wiring_testing_throw_count(void);

/// Runs a function on a new thread, which inherits no task-local values, and waits for it. If there can be no new thread, the function
/// runs on this one.
void wiring_testing_run_outside_tasks(void (*_Nonnull function)(void *_Nullable context), void *_Nullable context);

/// The content of a file, which the caller frees. `NULL` if it cannot be read, or contains a zero byte.
char *_Nullable wiring_testing_read_file(const char *_Nonnull path);

/// Replaces the content of a file.
///
/// Returns whether it was written.
bool wiring_testing_write_file(const char *_Nonnull path, const char *_Nonnull text);

/// Whether the environment has a variable that is neither empty nor `0`.
bool wiring_testing_is_set(const char *_Nonnull variable);

#ifdef __cplusplus
}
#endif

#endif
