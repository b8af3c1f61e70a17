// For RTLD_DEFAULT.
#define _GNU_SOURCE

#include "WiringTestingHook.h"

#include <dlfcn.h>
#include <stddef.h>

#include "WiringFailure.h"

// Swift cannot run code when a library is loaded.
__attribute__((constructor)) static void register_recorder(void) {
    wiring_set_issue_recorder(wiring_testing_record_issue);
}

typedef void (*event_handler)(const char *version, const void *json, size_t count, const void *reserved);

void *wiring_testing_xctest_failure(void) {
    // The testing library that runs the tests installs this handler, and Swift Testing passes it the issues of no test.
    event_handler (*handler)(void) = (event_handler(*)(void))dlsym(RTLD_DEFAULT, "_swift_testing_getFallbackEventHandler");
    if (handler != NULL && handler() != NULL) return NULL;
    return dlsym(RTLD_DEFAULT, "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF");
}
