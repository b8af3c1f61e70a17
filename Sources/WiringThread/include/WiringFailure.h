#ifndef WIRING_FAILURE_H
#define WIRING_FAILURE_H

#include <stdbool.h>
#include <stdint.h>

#include "WiringThread.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fails the current test, and returns whether there was one.
typedef bool (*wiring_failure_handler_t)(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column
);

/// Sets what fails a test. `WiringTesting` does when it is loaded: so a program which is no test links no testing library.
WIRING_OWN void wiring_set_failure_handler(wiring_failure_handler_t _Nonnull handler);

/// Fails the current test.
///
/// Returns whether there was anybody to tell.
WIRING_OWN bool wiring_did_fail(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column
);

/// Writes to the standard error.
WIRING_OWN void wiring_write_error(const char *_Nonnull text);

#ifdef __cplusplus
}
#endif

#endif
