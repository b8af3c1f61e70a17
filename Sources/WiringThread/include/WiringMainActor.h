#ifndef WIRING_MAIN_ACTOR_H
#define WIRING_MAIN_ACTOR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the calling code is known not to run on the main actor.
///
/// On systems other than Apple's, this is known only on tasks, because a block of the main queue may run on any thread.
bool wiring_is_off_main_actor(void);

/// Whether the calling code is known not to run on an executor, which is given as the runtime's reference to it.
///
/// This is known only on tasks. An executor that implements `isIsolatingCurrentContext()` may be asked.
bool wiring_is_off_executor(const void *identity, uintptr_t implementation);

#ifdef __cplusplus
}
#endif

#endif
