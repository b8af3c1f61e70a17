#include "WiringTask.h"

#include <stddef.h>

// The Swift runtime's functions.
typedef __attribute__((swiftcall)) void *get_current_t(void);
typedef __attribute__((swiftcall)) uint64_t get_job_task_id_t(void *job);

// SAFETY: A task is a job, and the current task exists while code runs on it. The second function takes a job and returns the number
// that the runtime gives to each new task, in 64 bits, by counting.

#ifdef __APPLE__
#include <dlfcn.h>
#include <stdatomic.h>

static void *current_task(void) {
    static _Atomic(get_current_t *) known;
    get_current_t *get_current = atomic_load_explicit(&known, memory_order_relaxed);
    if (get_current == NULL) {
        get_current = (get_current_t *)dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
        if (get_current == NULL) return NULL;
        atomic_store_explicit(&known, get_current, memory_order_relaxed);
    }
    return get_current();
}

static uint64_t number(void *task) {
    get_job_task_id_t *get_id = (get_job_task_id_t *)dlsym(RTLD_DEFAULT, "swift_task_getJobTaskId");
    return get_id == NULL ? 0 : get_id(task);
}
#else
get_current_t swift_task_getCurrent;
get_job_task_id_t swift_task_getJobTaskId;

static void *current_task(void) { return swift_task_getCurrent(); }

static uint64_t number(void *task) { return swift_task_getJobTaskId(task); }
#endif

uintptr_t wiring_task_address(void) { return (uintptr_t)current_task(); }

uint64_t wiring_task_number(void) {
    void *task = current_task();
    return task == NULL ? 0 : number(task);
}
