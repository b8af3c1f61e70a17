#ifndef WIRING_TASK_H
#define WIRING_TASK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The address of the current task, which identifies it among those that exist. 0 outside of tasks.
uintptr_t wiring_task_address(void);

/// The number of the current task, which no other task of the process ever has. 0 outside of tasks, and on systems whose runtime has
/// no numbers.
///
/// By contrast, a later task may have the same address. Only debug builds call this.
uint64_t wiring_task_number(void);

#ifdef __cplusplus
}
#endif

#endif
