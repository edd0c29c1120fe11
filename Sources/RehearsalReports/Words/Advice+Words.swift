// What the system notes of contracts that are broken without punishment, in words.

import RehearsalLifecycle

extension Advice {
  /// What to do better.
  var text: String {
    switch self {
    case .launchIsSlow:
      "A launch should be over sooner; leave what the first screen does not need for later."
    case .didEnterBackgroundIsSlow:
      "didEnterBackground should return sooner; move long work into a background task."
    case .expirationHandlerIsSlow:
      "An expiration handler should only end its task; it ran for too long."
    case .drawingInBackground: "Nothing is drawn in the background; stop drawing before."
    case .scenesAreMissing:
      "Apps without scenes will not be launched in the future; adopt scenes."
    case .completedTwice: "A completion is called once; this call changed nothing."
    }
  }
}
