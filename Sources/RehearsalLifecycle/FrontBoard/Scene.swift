// A scene of a process and the session that outlives it: what is on one window, and what the system
// remembers of it (R117, R118).

import RehearsalValues

/// Names a scene session of an app; it outlives processes and goes with the installation.
public struct SceneSessionIdentifier: Hashable, Sendable {
  /// Its number among the sessions of the installation, from 1.
  package let number: Int32

  /// Makes the identifier of a number, for hosts that keep identifiers as numbers.
  package init(number: Int32) { self.number = number }
}

/// Names a scene of a process.
package struct SceneIdentifier: Hashable, Sendable {
  /// Its number among the scenes of the process, from 1.
  package let number: Int32

  /// Makes the identifier of a number, for hosts that keep identifiers as numbers.
  package init(number: Int32) { self.number = number }
}

/// The state of a scene (R117).
public enum SceneState: String, CaseIterable, Hashable, Sendable {
  /// The session has no scene, or the scene is being connected.
  case unattached
  case foregroundInactive, foregroundActive, background
  /// In the background of a process that is suspended; only the world sees it.
  case suspended

  /// What the state counts for in the application's own state (R007).
  package var applicationState: ApplicationState {
    switch self {
    case .foregroundActive: .active
    case .foregroundInactive: .inactive
    case .background, .suspended, .unattached: .background
    }
  }
}

/// A connected scene of a process.
struct Scene: Sendable {
  let identifier: SceneIdentifier
  let session: SceneSessionIdentifier
  let role: SceneRole
  /// What its delegate can read of it.
  fileprivate(set) var reportedState = SceneState.unattached
  /// What the system has decided it to be, once the main thread has followed.
  fileprivate(set) var targetState = ApplicationState.background
  /// Whether it is about to be disconnected.
  fileprivate(set) var isLeaving = false
  fileprivate(set) var contents = ScreenContents()
  /// The phase that its code was told last, or began with (R161).
  fileprivate(set) var phase = ApplicationState.inactive
}

/// The scene and the session that the system makes for an app without scenes (R157): one for each
/// installation, which nothing doubles or destroys.
enum SystemScene {
  static let scene = SceneIdentifier(number: 1)
  static let session = SceneSessionIdentifier(number: 1)
}

extension Process {
  /// The state of a scene, that of an app without scenes included; nil once the scene is freed.
  func state(of scene: SceneIdentifier) -> SceneState? {
    guard !usesScenes else { return scenes[scene]?.reportedState }
    guard hasWindow, scene == SystemScene.scene else { return nil }
    return switch reportedState {
    case .active: .foregroundActive
    case .inactive: .foregroundInactive
    case .background: .background
    }
  }

  /// The session of a scene; nil once the scene is freed.
  func session(of scene: SceneIdentifier) -> SceneSessionIdentifier? {
    guard !usesScenes else { return scenes[scene]?.session }
    return hasWindow && scene == SystemScene.scene ? SystemScene.session : nil
  }
}

/// The connected scenes of a process.
struct SceneTable: Sendable {
  /// In the order of their connection.
  private(set) var all: [Scene] = []
  private var lastNumber: Int32 = 0

  var isEmpty: Bool { all.isEmpty }

  /// The scenes that are so, in the order of their connection.
  ///
  /// Each is read in place: a process may have thousands, and each turn asks.
  private func scenes(where isMeant: (borrowing Scene) -> Bool) -> [SceneIdentifier] {
    var found: [SceneIdentifier] = []
    for index in all.indices where isMeant(all[index]) { found.append(all[index].identifier) }
    return found
  }

  private func first(where isMeant: (borrowing Scene) -> Bool) -> Scene? {
    for index in all.indices where isMeant(all[index]) { return all[index] }
    return nil
  }

  /// The scenes that the system has in the foreground of the device.
  var inForeground: [SceneIdentifier] {
    scenes { $0.targetState != .background && $0.role.isOfDevice }
  }

  /// The scenes that the system has decided to be active on the device.
  var active: [SceneIdentifier] { scenes { $0.targetState == .active && $0.role.isOfDevice } }

  /// The windows in front that wait to be active.
  var inactiveWindows: [SceneIdentifier] {
    scenes { $0.targetState == .inactive && $0.role == .application }
  }

  /// The first window on the device's own screen that is in the foreground.
  var windowInForeground: SceneIdentifier? {
    first { $0.targetState != .background && $0.role == .application }?.identifier
  }

  /// The scene that was connected first of those of the device.
  var firstOfDevice: SceneIdentifier? { first { $0.role.isOfDevice }?.identifier }

  /// The windows on the device's own screen that stay connected.
  var windows: [Scene] { all.filter { $0.role == .application && !$0.isLeaving } }

  /// The scenes of connected screens that stay connected.
  var externalDisplays: [Scene] { all.filter { $0.role == .externalDisplay && !$0.isLeaving } }

  /// The scene on the car's screen, or that was there last (R159).
  var ofCar: Scene? { first { $0.role == .carPlay && !$0.isLeaving } }

  /// What the system has decided the most active scene of the device to be; what the car shows is led
  /// apart from it.
  var targetState: ApplicationState {
    var state = ApplicationState.background
    for index in all.indices
    where all[index].role.isOfDevice && all[index].targetState.rank > state.rank {
      state = all[index].targetState
    }
    return state
  }

  /// What the most active scene reads (R007), that of the car among them or not (C32).
  func aggregateState(countingCar: Bool) -> ApplicationState {
    var state = ApplicationState.background
    for index in all.indices where countingCar || all[index].role.isOfDevice {
      let read = all[index].reportedState.applicationState
      if read.rank > state.rank { state = read }
    }
    return state
  }

  subscript(scene: SceneIdentifier) -> Scene? { index(of: scene).map { all[$0] } }

  /// Where a scene is: their numbers rise in the order of their connection.
  private func index(of scene: SceneIdentifier) -> Int? {
    all.indices.rising(to: scene.number) { all[$0].identifier.number }
  }

  /// The scene of a session that is connected and stays so.
  subscript(session: SceneSessionIdentifier) -> Scene? {
    first { $0.session == session && !$0.isLeaving }
  }

  mutating func connect(
    _ session: SceneSessionIdentifier, role: SceneRole
  ) -> SceneIdentifier {
    lastNumber &+= 1
    let scene = SceneIdentifier(number: lastNumber)
    all.append(Scene(identifier: scene, session: session, role: role))
    return scene
  }

  /// Decides a state for some scenes; that of a connected screen never becomes active (R158).
  mutating func aim(at state: ApplicationState, for chosen: [SceneIdentifier]) {
    for index in chosen.compactMap({ index(of: $0) }) {
      let isActive = state == .active && all[index].role != .externalDisplay
      all[index].targetState = state == .active && !isActive ? .inactive : state
    }
  }

  private mutating func change(_ scene: SceneIdentifier, _ body: (inout Scene) -> Void) {
    guard let index = index(of: scene) else { return }
    body(&all[index])
  }

  mutating func report(_ state: SceneState, of scene: SceneIdentifier) {
    change(scene) { $0.reportedState = state }
  }

  mutating func setPhase(_ phase: ApplicationState, of scene: SceneIdentifier) {
    change(scene) { $0.phase = phase }
  }

  mutating func beginLeaving(_ scene: SceneIdentifier) { change(scene) { $0.isLeaving = true } }

  mutating func free(_ scene: SceneIdentifier) {
    if let index = index(of: scene) { all.remove(at: index) }
  }

  mutating func changeContents(
    of scene: SceneIdentifier, _ body: (inout ScreenContents) -> Void
  ) { change(scene) { body(&$0.contents) } }

  /// Whether no other scene is as far in front, so that the application changes with this one.
  ///
  /// Going down, the scene still has its old state; coming from the background, too. The car's may
  /// not count (C32).
  func isFirstOrLast(_ scene: SceneIdentifier, countingCar: Bool) -> Bool {
    guard let own = self[scene] else { return true }
    guard countingCar || own.role.isOfDevice else { return false }
    let rank = max(own.reportedState.applicationState.rank, 1)
    return first {
      $0.identifier != scene && (countingCar || $0.role.isOfDevice)
        && $0.reportedState.applicationState.rank >= rank
    } == nil
  }
}

extension Range<Int> {
  /// The position with a number, where numbers rise with the positions; nil without any.
  fileprivate func rising(to number: Int32, _ numberAt: (Int) -> Int32) -> Int? {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if numberAt(middle) < number { low = middle + 1 } else { high = middle }
    }
    return low < upperBound && numberAt(low) == number ? low : nil
  }
}

/// What the system remembers of a window of an app.
struct SceneSession: Sendable {
  let identifier: SceneSessionIdentifier
  /// Its number among the sessions of its role, from 1, which no later one gets again.
  let number: Int
  /// The number of the use that was the last; later uses have higher ones.
  fileprivate(set) var lastUse: Int
  /// Whether it has its configuration, which later launches reuse (R126).
  fileprivate(set) var isConfigured = false
  /// What brings its scene back to where it was.
  fileprivate(set) var activity = ScriptValue.nil
  /// What its scenes are for.
  let role: SceneRole
}

/// The windows of an installation.
struct SceneSessions: DefaultInitializable {
  /// The open sessions in the order of their creation.
  private(set) var open: [SceneSession] = []
  /// The sessions that were closed while the app was not running, and that it has not been told of.
  private(set) var discarded: [SceneSessionIdentifier] = []
  private(set) var lastNumber: Int32 = 0
  /// The number of the session that was created last, by role.
  private(set) var lastNumbers = [Int](repeating: 0, count: SceneRole.allCases.count)
  private var lastUse = 0
  /// What the window of a session that went with its card is restored with (R027).
  private(set) var leftActivity = ScriptValue.nil

  /// The session that was used last.
  var latest: SceneSessionIdentifier? { latest(besides: nil) }

  /// The session of a window that was used last of all but one.
  func latest(besides session: SceneSessionIdentifier?) -> SceneSessionIdentifier? {
    var latest: Int?
    for index in open.indices
    where open[index].role == .application && open[index].identifier != session {
      if latest.map({ open[$0].lastUse <= open[index].lastUse }) ?? true { latest = index }
    }
    return latest.map { open[$0].identifier }
  }

  subscript(session: SceneSessionIdentifier) -> SceneSession? {
    index(of: session).map { open[$0] }
  }

  /// Where a session is: their numbers rise in the order of their creation.
  private func index(of session: SceneSessionIdentifier) -> Int? {
    open.indices.rising(to: session.number) { open[$0].identifier.number }
  }

  /// The session of a window by its number, which it keeps and no other window gets.
  func session(ofWindow window: Int) -> SceneSessionIdentifier? {
    open.first { $0.role == .application && $0.number == window }?.identifier
  }

  /// The numbers of the windows that are open, in the order of their creation.
  var windowNumbers: [Int] { open.filter { $0.role == .application }.map(\.number) }

  /// The last number that a window got.
  var lastWindowNumber: Int { lastNumbers[Self.position(of: .application)] }

  mutating func create() -> SceneSessionIdentifier {
    lastUse += 1
    defer { leftActivity = .nil }
    return create(role: .application, lastUse: lastUse, activity: leftActivity)
  }

  /// Makes a session, of a connected screen or of a car's unless more is said.
  mutating func create(
    role: SceneRole, lastUse: Int = 0, activity: ScriptValue = .nil
  ) -> SceneSessionIdentifier {
    lastNumber &+= 1
    let position = Self.position(of: role)
    lastNumbers[position] += 1
    let identifier = SceneSessionIdentifier(number: lastNumber)
    open.append(
      SceneSession(
        identifier: identifier, number: lastNumbers[position], lastUse: lastUse,
        activity: activity, role: role))
    return identifier
  }

  private static func position(of role: SceneRole) -> Int {
    SceneRole.allCases.firstIndex(of: role) ?? 0
  }

  /// The session of the car's screen, which outlives processes and drives (R159).
  var ofCar: SceneSessionIdentifier? { open.first { $0.role == .carPlay }?.identifier }

  /// The sessions of connected screens go with the process or the screen, and nobody is notified.
  mutating func removeExternalDisplays() { open.removeAll { $0.role == .externalDisplay } }

  /// What a session's window is restored with is for the next one that is made.
  mutating func leaveActivity(of session: SceneSessionIdentifier) {
    leftActivity = self[session]?.activity ?? .nil
  }

  /// The session that is to be shown, noted as the one used last; a first one is created.
  mutating func use(_ session: SceneSessionIdentifier?) -> SceneSessionIdentifier {
    guard let chosen = session ?? latest else { return create() }
    lastUse += 1
    let use = lastUse
    change(chosen) { $0.lastUse = use }
    return chosen
  }

  private mutating func change(
    _ session: SceneSessionIdentifier, _ body: (inout SceneSession) -> Void
  ) {
    guard let index = index(of: session) else { return }
    body(&open[index])
  }

  /// Gives a session its configuration; whether it had none.
  mutating func configure(_ session: SceneSessionIdentifier) -> Bool {
    guard self[session]?.isConfigured == false else { return false }
    change(session) { $0.isConfigured = true }
    return true
  }

  mutating func setActivity(_ activity: ScriptValue, of session: SceneSessionIdentifier) {
    change(session) { $0.activity = activity }
  }

  /// Closes a window for good.
  mutating func discard(_ session: SceneSessionIdentifier) {
    if let index = index(of: session) { open.remove(at: index) }
  }

  /// Closes a window of an app that is not running, which is notified of it at its next launch.
  mutating func discardUndelivered(_ session: SceneSessionIdentifier) {
    discard(session)
    discarded.append(session)
  }

  mutating func takeDiscarded() -> [SceneSessionIdentifier] {
    defer { discarded = [] }
    return discarded
  }
}

/// A window of an app as it can be inspected.
package struct SceneDescription: Hashable, Sendable {
  /// The session, which outlives the scene.
  package let session: SceneSessionIdentifier
  /// The connected scene; nil while the session has none.
  package let scene: SceneIdentifier?
  /// The number of the window, or among the scenes of another role.
  package let number: Int
  /// What the window is for.
  package let role: SceneRole
  /// The scene's state; `unattached` without one.
  package let state: SceneState
  /// The screen that it shows, in the app's own words.
  package let screen: String?
}
