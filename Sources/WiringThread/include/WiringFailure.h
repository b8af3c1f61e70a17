#ifndef WIRING_FAILURE_H
#define WIRING_FAILURE_H

#include <stdbool.h>
#include <stdint.h>

#include "WiringThread.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Records an issue of the test that runs on the calling task.
///
/// With `anywhere` it records the issue also where no test runs, as one that belongs to none. Returns whether a test runs.
typedef bool (*wiring_issue_recorder)(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column,
    bool anywhere
);

/// Sets who records issues. `WiringTesting` calls it when it is loaded, whenever that is: so a program that is no test links
/// no testing library. Not `WIRING_OWN`, like the next: a bundle with `WiringTesting` finds them in the program that loads it.
void wiring_set_issue_recorder(wiring_issue_recorder _Nonnull recorder);

/// Has an issue recorded. Returns whether a test runs on the calling task: `false` where nobody records issues.
bool wiring_record_issue(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column,
    bool anywhere
);

/// Writes to the standard error.
WIRING_OWN void wiring_write_error(const char *_Nonnull text);

#ifdef __cplusplus
}
#endif

#endif
