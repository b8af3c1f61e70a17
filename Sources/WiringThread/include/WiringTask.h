#ifndef WIRING_TASK_H
#define WIRING_TASK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of the current task, which no other task of the process ever has. 0 outside of tasks, and on systems whose runtime has
/// no numbers.
///
/// The address of a task does not identify it, because a later task may have the same one. Only debug builds call this. It has a file
/// of its own, so that the linker drops it from other programs.
uint64_t wiring_task_number(void);

#ifdef __cplusplus
}
#endif

#endif
