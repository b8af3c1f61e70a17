#ifndef WIRING_MAIN_ACTOR_H
#define WIRING_MAIN_ACTOR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the calling code is known not to run on the main actor.
///
/// On systems other than Apple's, this is known only on tasks, because a block of the main queue may run on any thread.
bool wiring_is_off_main_actor(void);

#ifdef __cplusplus
}
#endif

#endif
