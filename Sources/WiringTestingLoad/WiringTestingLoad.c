#include "WiringTestingLoad.h"

#include "WiringFailure.h"

// When the image is loaded, early or late: so a test need not use anything of the library before.
__attribute__((constructor)) static void register_handler(void) {
    wiring_set_failure_handler(&wiring_testing_record_issue);
}
