#include "WiringThread.h"

#include <pthread.h>
#include <stdlib.h>

WIRING_THREAD_LOCAL void *wiring_thread_current;

static pthread_mutex_t key_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static enum { UNMADE, MADE, REFUSED } key_state = UNMADE;

void wiring_thread_set_record(void *record, void (*at_end)(void *record)) {
    wiring_thread_current = record;
    pthread_mutex_lock(&key_lock);
    if (key_state == UNMADE) key_state = pthread_key_create(&key, at_end) == 0 ? MADE : REFUSED;
    bool is_made = key_state == MADE;
    pthread_mutex_unlock(&key_lock);
    // A process that has no key left never learns of a thread's end: the record is not freed.
    if (is_made) pthread_setspecific(key, record);
}

void wiring_thread_clear_record(void) { wiring_thread_current = NULL; }

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
