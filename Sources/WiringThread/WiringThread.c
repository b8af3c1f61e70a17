#include "WiringThread.h"

_Thread_local wiring_thread_t wiring_thread_current;
