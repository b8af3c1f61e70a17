#ifndef WIRING_ACTOR_H
#define WIRING_ACTOR_H

#ifdef __cplusplus
extern "C" {
#endif

/// The actor that the calling code runs on, if that has no executor of its own; otherwise NULL.
///
/// Only the messages of strict tests in a release build call this. It has a file of its own, so that the linker drops it from other
/// programs.
const void *wiring_default_actor(void);

#ifdef __cplusplus
}
#endif

#endif
