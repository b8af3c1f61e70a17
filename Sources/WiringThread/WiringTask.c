#include "WiringTask.h"

#include <stddef.h>

// The Swift runtime's functions.
typedef __attribute__((swiftcall)) void *get_current_t(void);
typedef __attribute__((swiftcall)) uint64_t get_job_task_id_t(void *job);

// SAFETY: A task is a job, and the current task exists while code runs on it. The second function takes a job and returns the number
// that the runtime gives to each new task, in 64 bits, by counting.

#ifdef __APPLE__
#include <dlfcn.h>

uint64_t wiring_task_number(void) {
    get_current_t *get_current = (get_current_t *)dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
    get_job_task_id_t *get_id = (get_job_task_id_t *)dlsym(RTLD_DEFAULT, "swift_task_getJobTaskId");
    if (get_current == NULL || get_id == NULL) return 0;
    void *task = get_current();
    return task == NULL ? 0 : get_id(task);
}
#else
get_current_t swift_task_getCurrent;
get_job_task_id_t swift_task_getJobTaskId;

uint64_t wiring_task_number(void) {
    void *task = swift_task_getCurrent();
    return task == NULL ? 0 : swift_task_getJobTaskId(task);
}
#endif
