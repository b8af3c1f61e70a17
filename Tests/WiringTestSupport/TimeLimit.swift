import Foundation

/// Kills the process after `seconds` if it is still running, for tests whose failure is a hang.
package func endProcess(after seconds: UInt32) {
    var alarms = sigset_t()
    sigemptyset(&alarms)
    sigaddset(&alarms, SIGALRM)
    // The test runner may have blocked the signal.
    pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
    signal(SIGALRM, SIG_DFL)
    alarm(seconds)
}
