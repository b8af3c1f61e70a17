#ifndef WIRING_MAIN_ACTOR_H
#define WIRING_MAIN_ACTOR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether what runs here is known not to be the main actor's.
///
/// Elsewhere than on Apple's systems it is known on tasks alone: a block of the main queue may run on any thread there.
bool wiring_is_off_main_actor(void);

#ifdef __cplusplus
}
#endif

#endif
