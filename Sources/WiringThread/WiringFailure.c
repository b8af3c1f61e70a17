#include "WiringFailure.h"

#include <stdio.h>

__attribute__((weak)) bool wiring_did_fail(
    const char *message,
    const char *file_id,
    intptr_t line,
    intptr_t column
) {
    return false;
}

void wiring_write_error(const char *text) { fputs(text, stderr); }
