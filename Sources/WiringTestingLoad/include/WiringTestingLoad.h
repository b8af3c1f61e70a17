#ifndef WIRING_TESTING_LOAD_H
#define WIRING_TESTING_LOAD_H

#include <stdbool.h>
#include <stdint.h>

/// Records an issue. `WiringTesting` defines it.
bool wiring_testing_record_issue(
    const char *_Nonnull message,
    const char *_Nonnull file_id,
    intptr_t line,
    intptr_t column
);

#endif
