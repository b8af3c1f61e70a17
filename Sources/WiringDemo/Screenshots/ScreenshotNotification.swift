public import Foundation

#if os(iOS)
    import UIKit
#endif

extension Notification.Name {
    /// Posted when the user has taken a screenshot. On iOS the system posts it; elsewhere the program does.
    public static var screenshotTaken: Notification.Name {
        #if os(iOS)
            UIApplication.userDidTakeScreenshotNotification
        #else
            Notification.Name("WiringDemo.screenshotTaken")
        #endif
    }
}
