// A scene of a process and the session that outlives it: what is on one window, and what the system
// remembers of it (R117, R118).

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
package enum SceneState: String, CaseIterable, Hashable, Sendable {
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

extension ApplicationState {
  /// The state of a scene that the system wants to be in this state.
  var sceneState: SceneState {
    switch self {
    case .active: .foregroundActive
    case .inactive: .foregroundInactive
    case .background: .background
    }
  }

  /// How far in front the state is.
  var rank: Int {
    switch self {
    case .active: 2
    case .inactive: 1
    case .background: 0
    }
  }
}

/// A connected scene of a process.
struct Scene: Sendable {
  let identifier: SceneIdentifier
  let session: SceneSessionIdentifier
  /// What its delegate can read of it.
  var state = SceneState.unattached
  /// What the system has decided it to be, once the main thread has followed.
  var intended = ApplicationState.background
  /// Whether it is about to be disconnected.
  var isLeaving = false
  var contents = ScreenContents()
}

/// What the system remembers of a window of an app.
struct SceneSession: Sendable {
  let identifier: SceneSessionIdentifier
  /// The number of the use that was the last; later uses have higher ones.
  var lastUse: Int
  /// Whether it has its configuration, which later launches reuse (R126).
  var isConfigured = false
  /// What brings its scene back to where it was.
  var activity = PlainValue.none
}

/// The windows of an installation.
struct SceneSessions: Sendable, DefaultMade {
  /// The open sessions in the order of their creation.
  var open: [SceneSession] = []
  /// The sessions that were closed while the app was not running, and that it has not been told of.
  var discarded: [SceneSessionIdentifier] = []
  private var lastNumber: Int32 = 0
  private var lastUse = 0

  /// The session that was used last.
  var latest: SceneSessionIdentifier? { open.max { $0.lastUse < $1.lastUse }?.identifier }

  /// Makes a session.
  mutating func create() -> SceneSessionIdentifier {
    lastNumber &+= 1
    lastUse += 1
    let identifier = SceneSessionIdentifier(number: lastNumber)
    open.append(SceneSession(identifier: identifier, lastUse: lastUse))
    return identifier
  }

  /// Notes that the user has a session in front.
  mutating func use(_ session: SceneSessionIdentifier) {
    lastUse += 1
    let use = lastUse
    change(session) { $0.lastUse = use }
  }

  mutating func change(_ session: SceneSessionIdentifier, _ body: (inout SceneSession) -> Void) {
    guard let index = open.firstIndex(where: { $0.identifier == session }) else { return }
    body(&open[index])
  }

  mutating func discard(_ session: SceneSessionIdentifier) {
    open.removeAll { $0.identifier == session }
  }

  subscript(session: SceneSessionIdentifier) -> SceneSession? {
    open.first { $0.identifier == session }
  }
}

// Of the box, not of the process: by dynamic member lookup a subscript would be a key path that is
// made anew at each look, which takes longer than a message.
extension Boxed<Process> {
  subscript(scene: SceneIdentifier) -> Scene? { self.scenes.first { $0.identifier == scene } }

  /// The scene of a session that is connected and stays so.
  subscript(session: SceneSessionIdentifier) -> Scene? {
    self.scenes.first { $0.session == session && !$0.isLeaving }
  }
}

extension Process {
  /// The scenes that the system has in the foreground.
  var foregroundScenes: [SceneIdentifier] {
    scenes.filter { $0.intended != .background }.map(\.identifier)
  }

  mutating func changeScene(_ scene: SceneIdentifier, _ body: (inout Scene) -> Void) {
    guard let index = scenes.firstIndex(where: { $0.identifier == scene }) else { return }
    body(&scenes[index])
  }

  /// Decides a state for some of the scenes, and for the process what follows from all (R007).
  mutating func intend(_ state: ApplicationState, for chosen: [SceneIdentifier]) {
    for index in scenes.indices where chosen.contains(scenes[index].identifier) {
      scenes[index].intended = state
    }
    intended = scenes.map(\.intended).max { $0.rank < $1.rank } ?? .background
  }

  /// What the most active scene reads (R007).
  var aggregateState: ApplicationState {
    scenes.map(\.state.applicationState).max { $0.rank < $1.rank } ?? .background
  }
}
