#include "WiringFailure.h"

#include <stdatomic.h>
#include <stdio.h>

static _Atomic(wiring_issue_recorder) current_recorder;

void wiring_set_issue_recorder(wiring_issue_recorder recorder) { atomic_store(&current_recorder, recorder); }

bool wiring_record_issue(
    const char *message,
    const char *file_id,
    intptr_t line,
    intptr_t column,
    bool anywhere
) {
    wiring_issue_recorder recorder = atomic_load(&current_recorder);
    return recorder != NULL && recorder(message, file_id, line, column, anywhere);
}

void wiring_write_error(const char *text) { fputs(text, stderr); }
