#include "WiringThread.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

_Thread_local wiring_thread_t wiring_thread_current;

static pthread_mutex_t key_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static enum { UNMADE, MADE, REFUSED } key_state = UNMADE;

void wiring_thread_watch_end(void *record, void (*at_end)(void *record)) {
    pthread_mutex_lock(&key_lock);
    if (key_state == UNMADE) key_state = pthread_key_create(&key, at_end) == 0 ? MADE : REFUSED;
    bool is_made = key_state == MADE;
    pthread_mutex_unlock(&key_lock);
    // A process that has no key left never learns of a thread's end: the record stays that thread's.
    if (is_made) pthread_setspecific(key, record);
}

void wiring_thread_yield(void) { sched_yield(); }

struct wiring_gate {
    pthread_mutex_t mutex;
};

wiring_gate_t *wiring_gate_make(void) {
    wiring_gate_t *gate = malloc(sizeof(wiring_gate_t));
    if (gate == NULL) abort();
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    // Where the system has none that inherit priority, a plain one does: only the priority is not lent.
    if (pthread_mutex_init(&gate->mutex, &attributes) != 0 && pthread_mutex_init(&gate->mutex, NULL) != 0) abort();
    pthread_mutexattr_destroy(&attributes);
    return gate;
}

void wiring_gate_free(wiring_gate_t *gate) {
    pthread_mutex_destroy(&gate->mutex);
    free(gate);
}

void wiring_gate_lock(wiring_gate_t *gate) { pthread_mutex_lock(&gate->mutex); }

void wiring_gate_unlock(wiring_gate_t *gate) { pthread_mutex_unlock(&gate->mutex); }
