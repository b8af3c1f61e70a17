#include "WiringMainActor.h"

#ifdef __APPLE__
#include <pthread.h>

bool wiring_is_off_main_actor(void) { return !pthread_main_np(); }
#else
#include <stddef.h>
#include <stdint.h>

// The Swift runtime's functions. On systems other than Apple's, the main actor may run on any thread.
typedef struct {
    void *identity;
    uintptr_t implementation;
} executor_t;

__attribute__((swiftcall)) void *swift_task_getCurrent(void);
__attribute__((swiftcall)) executor_t swift_task_getMainExecutor(void);
__attribute__((swiftcall)) bool swift_task_isCurrentExecutorWithFlags(executor_t executor, uint64_t flags);

bool wiring_is_off_main_actor(void) {
    if (swift_task_getCurrent() == NULL) return false;
    // Without flags, the function returns the answer and does not stop the program with an error.
    return !swift_task_isCurrentExecutorWithFlags(swift_task_getMainExecutor(), 0);
}
#endif
