#ifndef WIRING_FAILURE_H
#define WIRING_FAILURE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Fails the current test. `WiringTesting` defines it where a program links that, in place of one that does nothing: so a
/// program which is no test links no testing library.
///
/// Returns whether there was anybody to tell.
bool wiring_did_fail(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column
);

/// Writes to the standard error.
void wiring_write_error(const char *_Nonnull text);

#ifdef __cplusplus
}
#endif

#endif
