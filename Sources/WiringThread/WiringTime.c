#include <time.h>

#include "WiringThread.h"

int64_t wiring_time(void) {
#if defined(__APPLE__)
    return (int64_t)clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW);
#else
    struct timespec time;
#if defined(CLOCK_BOOTTIME)
    clock_gettime(CLOCK_BOOTTIME, &time);
#else
    clock_gettime(CLOCK_MONOTONIC, &time);
#endif
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
#endif
}
