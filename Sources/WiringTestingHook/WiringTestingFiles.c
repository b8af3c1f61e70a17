// Files and the environment, which Swift reaches only through Foundation or a module of each system.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "WiringTestingHook.h"

// The rest of an open file. Reads to the end, because the size of a pipe is unknown.
static char *read_all(FILE *file) {
    size_t count = 0, capacity = 0;
    char *text = NULL;
    do {
        capacity += 65536;
        char *larger = realloc(text, capacity + 1);
        if (larger == NULL) break;
        text = larger;
        count += fread(text + count, 1, capacity - count, file);
    } while (count == capacity);
    if (text == NULL) return NULL;
    text[count] = 0;
    if (!ferror(file) && feof(file) && strlen(text) == count) return text;
    free(text);
    return NULL;
}

char *wiring_testing_read_file(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) return NULL;
    char *text = read_all(file);
    fclose(file);
    return text;
}

bool wiring_testing_write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    bool is_written = fputs(text, file) >= 0;
    return fclose(file) == 0 && is_written;
}

bool wiring_testing_is_set(const char *variable) {
    const char *value = getenv(variable);
    return value != NULL && value[0] != 0 && strcmp(value, "0") != 0;
}
