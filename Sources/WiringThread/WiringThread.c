#include "WiringThread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "WiringCopies.h"
#include "WiringFailure.h"

#ifndef WIRING_EMULATES_DARWIN
WIRING_THREAD_LOCAL void *wiring_thread_current;
#else
// As in dyld: a key for each image, created when the image is loaded, with free() as its destructor. The memory is allocated at the
// first access. See dyld/libdyld/ThreadLocalVariables.cpp.
static pthread_key_t variables;

__attribute__((constructor(101))) static void make_variables(void) {
    if (pthread_key_create(&variables, &free) != 0) abort();
}

void **wiring_thread_variable(void) {
    void **variable = pthread_getspecific(variables);
    if (variable != NULL) return variable;
    variable = calloc(1, sizeof(void *));
    if (variable == NULL || pthread_setspecific(variables, variable) != 0) abort();
    return variable;
}
#endif

uint64_t wiring_process_counts[8];

static pthread_key_t key;
static bool has_key = false;
static pthread_once_t first_record = PTHREAD_ONCE_INIT;
static _Atomic(void (*)(void *)) record_end;

static void end_thread(void *record) { atomic_load(&record_end)(record); }

// The key is created when the image is loaded, so that a program that takes all keys later leaves one. The priority orders this
// after the key above and before the image's other constructors, which may resolve.
__attribute__((constructor(102))) static void make_key(void) { has_key = pthread_key_create(&key, end_thread) == 0; }

static void set_up(void) {
    wiring_report_copies();
    if (has_key) return;
    wiring_write_error(
        "Wiring: no thread-specific key was left when this library was loaded, so it does not notice that a thread exits: a "
        "thread's record is not freed\n"
    );
}

void *wiring_thread_restore_record(void) {
    void *record = has_key ? pthread_getspecific(key) : NULL;
    *wiring_thread_variable() = record;
    return record;
}

void wiring_thread_set_record(void *record, void (*at_end)(void *record)) {
    *wiring_thread_variable() = record;
    atomic_store(&record_end, at_end);
    if (has_key) pthread_setspecific(key, record);
    pthread_once(&first_record, set_up);
}

void wiring_thread_clear_record(void) { *wiring_thread_variable() = NULL; }

struct wiring_latch {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    bool is_open;
};

wiring_latch_t *wiring_latch_make(void) {
    wiring_latch_t *latch = malloc(sizeof(wiring_latch_t));
    if (latch == NULL) abort();
    if (pthread_mutex_init(&latch->mutex, NULL) != 0) abort();
    if (pthread_cond_init(&latch->condition, NULL) != 0) abort();
    latch->is_open = false;
    return latch;
}

void wiring_latch_free(wiring_latch_t *latch) {
    pthread_cond_destroy(&latch->condition);
    pthread_mutex_destroy(&latch->mutex);
    free(latch);
}

void wiring_latch_wait(wiring_latch_t *latch) {
    pthread_mutex_lock(&latch->mutex);
    while (!latch->is_open) pthread_cond_wait(&latch->condition, &latch->mutex);
    pthread_mutex_unlock(&latch->mutex);
}

void wiring_latch_open(wiring_latch_t *latch) {
    pthread_mutex_lock(&latch->mutex);
    latch->is_open = true;
    pthread_cond_broadcast(&latch->condition);
    pthread_mutex_unlock(&latch->mutex);
}
