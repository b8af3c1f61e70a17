#include "WiringActor.h"

#include <stddef.h>
#include <stdint.h>

// The Swift runtime's functions.
typedef struct {
    const void *identity;
    uintptr_t implementation;
} executor_t;

typedef __attribute__((swiftcall)) executor_t get_current_executor_t(void);

// SAFETY: The function takes nothing, and returns the runtime's reference to an executor in two words. An actor without an executor of its
// own is the first word, and the second one is 0. Outside of actors, both are 0.

#ifdef __APPLE__
#include <dlfcn.h>

static executor_t current_executor(void) {
    get_current_executor_t *get_current = (get_current_executor_t *)dlsym(RTLD_DEFAULT, "swift_task_getCurrentExecutor");
    executor_t none = {NULL, 0};
    return get_current == NULL ? none : get_current();
}
#else
get_current_executor_t swift_task_getCurrentExecutor;

static executor_t current_executor(void) { return swift_task_getCurrentExecutor(); }
#endif

const void *wiring_default_actor(void) {
    executor_t executor = current_executor();
    return executor.implementation == 0 ? executor.identity : NULL;
}
