// What a vector says of the sessions in it, read off its steps alone.

import LifecycleDriver
import SessionTracker

/// The sessions that there have been.
public struct Truth {
  /// How long each was.
  public private(set) var lengths: [Duration] = []
  private var since: Duration?
  private var leftAt: Duration?
  private var process = 0
  /// Whether data were shut, and the app has not been told yet that they are open again.
  public private(set) var awaitsData = false

  /// Nothing has happened.
  public init() {}

  /// Whether the app is in the background or gone, so that everything is to be stored.
  public var isAtRest: Bool { since == nil }

  /// Goes on by a step.
  public mutating func take(_ step: LifecycleStep) {
    let now = Duration.milliseconds(step.time)
    if step.process != process {
      (process, since, leftAt, awaitsData) = (step.process, nil, nil, false)
    }
    if step.protectedDataAvailable == false { awaitsData = true }
    switch step.name {
    case "UIApplicationProtectedDataDidBecomeAvailable": awaitsData = false
    case "UIApplicationDidBecomeActiveNotification" where since == nil:
      if leftAt.map({ now - $0 >= SessionTracker.longestPause }) ?? true { lengths.append(.zero) }
      since = now
    case "UIApplicationDidEnterBackgroundNotification", "UIApplicationWillTerminateNotification":
      if let since { lengths[lengths.count - 1] += now - since }
      (since, leftAt) = (nil, since == nil ? leftAt : now)
    default: break
    }
  }
}
