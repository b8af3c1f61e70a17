#ifndef WIRING_FAILURE_H
#define WIRING_FAILURE_H

#include <stdbool.h>
#include <stdint.h>

#include "WiringThread.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Records an issue of the test that runs on the calling task. Returns whether a test runs there.
///
/// With `anywhere`, it records the issue even if no test runs there, as an issue that belongs to no test.
typedef bool (*wiring_issue_recorder)(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column,
    bool anywhere
);

/// Sets the function that records issues. `WiringTesting` calls this when it is loaded, which may be late. A program that is not a
/// test thus links no testing library.
///
/// This and `wiring_record_issue` are not `WIRING_OWN`: a bundle with `WiringTesting` uses those of the program that loads it.
void wiring_set_issue_recorder(wiring_issue_recorder _Nonnull recorder);

/// Records an issue. Returns whether a test runs on the calling task; `false` if no recorder is set.
bool wiring_record_issue(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column,
    bool anywhere
);

/// Writes a text to the standard error.
WIRING_OWN void wiring_write_error(const char *_Nonnull text);

#ifdef __cplusplus
}
#endif

#endif
