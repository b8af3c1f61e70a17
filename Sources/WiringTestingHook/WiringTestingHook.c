// For RTLD_DEFAULT.
#define _GNU_SOURCE

#include "WiringTestingHook.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
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

typedef void (*throw_handler)(void *error);
typedef void (*typed_throw_handler)(void *value, const void *type, const void *conformance);

static _Thread_local uintptr_t throws;
static throw_handler earlier_handler;

static void count_throw(void *error) {
    throws++;
    if (earlier_handler != NULL) earlier_handler(error);
}

static void ignore_typed_throw(void *value, const void *type, const void *conformance) {
    (void)value;
    (void)type;
    (void)conformance;
}

static void observe_throws(void) {
    // The runtime of Swift calls the handlers at each `throw`. Swift Testing uses them for backtraces.
    void (*set_handler)(throw_handler) = (void (*)(throw_handler))dlsym(RTLD_DEFAULT, "_swift_setWillThrowHandler");
    _Atomic(throw_handler) *current = dlsym(RTLD_DEFAULT, "_swift_willThrow");
    _Atomic(typed_throw_handler) *typed = dlsym(RTLD_DEFAULT, "_swift_willThrowTypedImpl");
    if (set_handler == NULL || current == NULL || typed == NULL) return;
    // Without a handler, the runtime passes typed errors, which the library throws and catches itself, to the other one.
    typed_throw_handler none = NULL;
    atomic_compare_exchange_strong(typed, &none, ignore_typed_throw);
    earlier_handler = atomic_load(current);
    set_handler(count_throw);
}

uintptr_t wiring_testing_throw_count(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, observe_throws);
    return throws;
}

struct call {
    void (*function)(void *context);
    void *context;
};

static void *run_call(void *argument) {
    struct call *call = argument;
    call->function(call->context);
    return NULL;
}

void wiring_testing_run_outside_tasks(void (*function)(void *context), void *context) {
    struct call call = {function, context};
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_call, &call) == 0) {
        pthread_join(thread, NULL);
    } else {
        function(context);
    }
}
