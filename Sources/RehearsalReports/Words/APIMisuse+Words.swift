// What is wrong with a call that ends an app with an exception.

import RehearsalLifecycle

extension APIMisuse {
  /// What is wrong, for people.
  package var text: String {
    switch self {
    case .registeredTwice: "a handler for this background task is registered already"
    case .registeredAfterLaunch:
      "handlers of background tasks are registered before didFinishLaunching returns"
    case .backgroundSessionTooEarly: "background URL sessions begin with iOS 7"
    case .backgroundLocationWithoutMode:
      "background location updates need the background mode location in the Info.plist"
    }
  }
}
