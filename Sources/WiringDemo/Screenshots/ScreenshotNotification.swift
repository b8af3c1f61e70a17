public import Foundation

#if os(iOS)
    import UIKit
#endif

extension Notification.Name {
    /// Posted when the user has taken a screenshot: by the system on iOS, elsewhere by whoever notices it.
    public static var screenshotTaken: Notification.Name {
        #if os(iOS)
            UIApplication.userDidTakeScreenshotNotification
        #else
            Notification.Name("WiringDemo.screenshotTaken")
        #endif
    }
}
