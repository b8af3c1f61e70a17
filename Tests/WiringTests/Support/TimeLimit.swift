import Foundation

/// Ends the process after a while, if it has not ended by then. For what can only hang.
func endProcess(after seconds: UInt32) {
    var alarms = sigset_t()
    sigemptyset(&alarms)
    sigaddset(&alarms, SIGALRM)
    // Those who run tests may have blocked it.
    pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
    signal(SIGALRM, SIG_DFL)
    alarm(seconds)
}
