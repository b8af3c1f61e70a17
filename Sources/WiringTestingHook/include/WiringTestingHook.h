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

#ifdef __cplusplus
}
#endif

#endif
