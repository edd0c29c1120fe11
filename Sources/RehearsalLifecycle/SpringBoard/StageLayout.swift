// The further apps on the screen of an iPad, other than the one in front and the one in Split View:
// over the others in Slide Over, on the stage of Stage Manager, or in windows (R160); and those
// that share the screen of a Mac or of Apple Vision Pro (R178).

/// Which further apps are on the screen, and how.
struct StageLayout: Sendable {
  /// How many apps the stage holds.
  static var stageLimit: Int { 4 }

  /// In the order in which they joined.
  private(set) var apps: [AppIdentifier] = []
  /// The one that lies over the others.
  private(set) var slideOver: AppIdentifier?
  /// Whether the user has switched Stage Manager on.
  private(set) var isStageManagerOn = false
  /// The stages of several apps that the user has left; an app stands on one of them at most.
  private var earlierStages: [[AppIdentifier]] = []

  /// Those that are in the foreground without a visible window (R178).
  private(set) var hidden: [AppIdentifier] = []

  func contains(_ app: AppIdentifier) -> Bool { apps.contains(app) }

  mutating func add(_ app: AppIdentifier, isOver: Bool) {
    leaveEarlierStage(app)
    apps.append(app)
    if isOver { slideOver = app } else { isStageManagerOn = true }
  }

  /// An app that was in front stays beside the one that is.
  mutating func keep(_ app: AppIdentifier) { apps.append(app) }

  /// An app that has left the screen stays in the foreground.
  mutating func hide(_ app: AppIdentifier) { hidden.append(app) }

  mutating func remove(_ app: AppIdentifier) {
    hidden.removeAll { $0 == app }
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

  /// All leave the screen with the app in front; a stage of several is remembered (R160).
  mutating func leave(front: AppIdentifier?) {
    if isStageManagerOn {
      let stage = ((front.map { [$0] } ?? []) + apps).filter { $0 != slideOver }
      if stage.count > 1 {
        for app in stage { leaveEarlierStage(app) }
        earlierStages.append(stage)
      }
    }
    apps = []
    slideOver = nil
  }

  /// The stage that an app stands on comes back: those that are on it with the app.
  mutating func takeStage(of app: AppIdentifier) -> [AppIdentifier] {
    guard let place = earlierStages.firstIndex(where: { $0.contains(app) }) else { return [] }
    return earlierStages.remove(at: place).filter { $0 != app }
  }

  /// The app does not stand on any of the stages that the user has left; what it leaves alone is no
  /// stage any more.
  mutating func leaveEarlierStage(_ app: AppIdentifier) {
    guard let place = earlierStages.firstIndex(where: { $0.contains(app) }) else { return }
    earlierStages[place].removeAll { $0 == app }
    if earlierStages[place].count < 2 { earlierStages.remove(at: place) }
  }

  /// Combines the apps on the screen and the stages that were left.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(each: apps) { $0.combine(placeOf: $1) }
    walk.combine(each: hidden) { $0.combine(placeOf: $1) }
    walk.combine(placeOf: slideOver)
    walk.combine(isStageManagerOn)
    walk.combine(each: earlierStages) { walk, stage in
      walk.combine(each: stage) { $0.combine(placeOf: $1) }
    }
  }
}
