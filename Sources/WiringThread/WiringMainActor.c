#include "WiringMainActor.h"

#include <stddef.h>

// The Swift runtime's functions.
typedef struct {
    const void *identity;
    uintptr_t implementation;
} executor_t;

typedef __attribute__((swiftcall)) void *get_current_t(void);
typedef __attribute__((swiftcall)) bool is_current_executor_t(executor_t executor, uint64_t flags);

#ifdef __APPLE__
#include <dlfcn.h>
#include <pthread.h>

bool wiring_is_off_main_actor(void) { return !pthread_main_np(); }

bool wiring_is_off_executor(const void *identity, uintptr_t implementation) {
    // Systems before version 26 do not have the second function.
    get_current_t *get_current = (get_current_t *)dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
    is_current_executor_t *is_current =
        (is_current_executor_t *)dlsym(RTLD_DEFAULT, "swift_task_isCurrentExecutorWithFlags");
    if (get_current == NULL || is_current == NULL || get_current() == NULL) return false;
    executor_t executor = {identity, implementation};
    return !is_current(executor, 0);
}
#else
// On systems other than Apple's, the main actor may run on any thread.
get_current_t swift_task_getCurrent;
__attribute__((swiftcall)) executor_t swift_task_getMainExecutor(void);
is_current_executor_t swift_task_isCurrentExecutorWithFlags;

bool wiring_is_off_executor(const void *identity, uintptr_t implementation) {
    if (swift_task_getCurrent() == NULL) return false;
    executor_t executor = {identity, implementation};
    // Without flags, the function returns the answer and does not stop the program with an error.
    return !swift_task_isCurrentExecutorWithFlags(executor, 0);
}

bool wiring_is_off_main_actor(void) {
    executor_t executor = swift_task_getMainExecutor();
    return wiring_is_off_executor(executor.identity, executor.implementation);
}
#endif
