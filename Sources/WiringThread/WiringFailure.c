#include "WiringFailure.h"

#include <stdatomic.h>
#include <stdio.h>

static _Atomic(wiring_failure_handler_t) handler;

void wiring_set_failure_handler(wiring_failure_handler_t new) { atomic_store(&handler, new); }

bool wiring_did_fail(const char *message, const char *file_id, intptr_t line, intptr_t column) {
    wiring_failure_handler_t current = atomic_load(&handler);
    return current != NULL && current(message, file_id, line, column);
}

void wiring_write_error(const char *text) { fputs(text, stderr); }
