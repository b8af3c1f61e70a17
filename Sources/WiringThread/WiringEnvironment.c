#if defined(__APPLE__)
#include <crt_externs.h>
#else
extern char **environ;
#endif

#include "WiringThread.h"

const char *wiring_environment(intptr_t index) {
#if defined(__APPLE__)
    // A dynamic library cannot name the variable.
    char **variables = *_NSGetEnviron();
#else
    char **variables = environ;
#endif
    return variables ? variables[index] : 0;
}
