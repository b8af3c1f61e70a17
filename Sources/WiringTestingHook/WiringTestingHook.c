#include "WiringTestingHook.h"

#include "WiringFailure.h"

// Swift cannot run code when a library is loaded.
__attribute__((constructor)) static void register_recorder(void) {
    wiring_set_issue_recorder(wiring_testing_record_issue);
}
