// The further apps on the screen of an iPad, beside the one in front and the one in Split View: over
// the others in Slide Over, on the stage of Stage Manager, in windows (R160). All have equal standing.

/// The further apps on the screen.
struct ScreenCompany: Sendable {
  /// How many apps the stage holds.
  static var stageLimit: Int { 4 }

  /// In the order in which they joined.
  private(set) var apps: [AppIdentifier] = []
  /// The one that lies over the others.
  private(set) var slideOver: AppIdentifier?
  /// Whether the user has switched Stage Manager on.
  private(set) var isStageManagerOn = false

  func contains(_ app: AppIdentifier) -> Bool { apps.contains(app) }

  mutating func add(_ app: AppIdentifier, isOver: Bool) {
    apps.append(app)
    if isOver { slideOver = app } else { isStageManagerOn = true }
  }

  mutating func remove(_ app: AppIdentifier) {
    apps.removeAll { $0 == app }
    if slideOver == app { slideOver = nil }
  }

  /// The one that has joined first takes the place of an app that has left.
  mutating func takeFirst() -> AppIdentifier? {
    guard let first = apps.first else { return nil }
    remove(first)
    return first
  }

  /// Another app takes the place of one.
  mutating func replace(_ app: AppIdentifier, by other: AppIdentifier) {
    guard let place = apps.firstIndex(of: app) else { return }
    apps[place] = other
    if slideOver == app { slideOver = nil }
  }

  /// All leave the screen.
  mutating func leave() {
    apps = []
    slideOver = nil
  }

  /// Combines who is on the screen.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(apps.count)
    for app in apps { walk.combine(app.position) }
    walk.combine(slideOver?.position ?? -1)
    walk.combine(isStageManagerOn)
  }
}
