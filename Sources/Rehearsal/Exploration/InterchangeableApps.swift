// Apps of an exploration that are interchangeable: declared alike, and with nothing that tells them
// apart. Where two of them have changed places in all that the device keeps, the same can happen, so
// a state and those in which they have changed places can count as one.
//
// What would tell them apart, and so leaves them as they are:
// - Code of the exploration behind its beginning that names one of them, or asks which app is in
//   front; a variable that holds one of them; an `after`, which is told what was done to which app.
// - Code of their own that reaches beyond their process, to something of which the device has one:
//   who asks first among equals is decided by their order. Drawing random numbers depends on it too.
// - An Info.plist by which the device finds an app, and scenes.
//
// Which of two apps comes first when the same happens to both at one moment is decided by their
// order as well. It decides nothing else here: each has its own thread, and what both do concerns
// themselves. Memory is taken from processes in the order of their starts, which is part of the state
// where memory can be short.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// The apps of an exploration that may change places.
struct InterchangeableApps: Sendable {
  /// The apps that are alike, two or more in each group.
  private let groups: [[AppIdentifier]]
  /// The orders in which the apps of the device may stand; one where no two are alike.
  let orders: [AppOrder]

  /// How many orders are looked at in each state.
  private static let mostOrders = 24

  /// Finds the apps that may change places.
  ///
  /// - Parameters:
  ///   - exploration: The exploration.
  ///   - session: The session behind the exploration's beginning.
  init(of exploration: RunnableExploration, in session: Session) {
    var groups: [[AppIdentifier]] = []
    if !exploration.tellsAppsApart(in: session.content.program) {
      for alike in exploration.alikeUnits(in: session.content.program) {
        let apps = alike.compactMap { session.app(numbered: UInt64($0)) }
        if apps.count > 1, !Self.holds(apps, session) { groups.append(apps) }
      }
    }
    var orders = [session.simulation.device.apps]
    var used: [[AppIdentifier]] = []
    for group in groups {
      let more = orders.flatMap { Self.orders(of: $0, changing: group) }
      guard more.count <= Self.mostOrders else { continue }
      orders = more
      used.append(group)
    }
    self.groups = used
    let countsStarts = Self.mayRunOutOfMemory(session)
    self.orders = orders.map { AppOrder($0, countsStarts: countsStarts) }
  }

  /// The apps that may stand where one stands, itself included.
  func likes(of app: AppIdentifier) -> [AppIdentifier] {
    groups.first { $0.contains(app) } ?? [app]
  }

  /// Whether memory can be short, so that it counts which process was started first.
  private static func mayRunOutOfMemory(_ session: Session) -> Bool {
    !session.simulation.device.hasRoomForAllApps
      || session.content.program.calls(functionsNamed: ["pressure", "allocate"])
  }

  /// Whether a variable of the outside, or what it holds, holds one of some apps.
  private static func holds(_ apps: [AppIdentifier], _ session: Session) -> Bool {
    var isHeld = false
    _ = session.machine.identity { handle in
      if handle.handleKind == .app, let app = session.app(numbered: handle.number),
        apps.contains(app)
      {
        isHeld = true
      }
      return handle.number
    }
    return isHeld
  }

  /// An order with some apps in every order on their places.
  private static func orders(
    of apps: [AppIdentifier], changing group: [AppIdentifier]
  ) -> [[AppIdentifier]] {
    let places = apps.indices.filter { group.contains(apps[$0]) }
    return permutations(of: group).map { permutation in
      var order = apps
      for (place, app) in zip(places, permutation) { order[place] = app }
      return order
    }
  }

  private static func permutations(of apps: [AppIdentifier]) -> [[AppIdentifier]] {
    guard apps.count > 1 else { return [apps] }
    return apps.indices.flatMap { index in
      var rest = apps
      let first = rest.remove(at: index)
      return permutations(of: rest).map { [first] + $0 }
    }
  }
}

extension RunnableExploration {
  /// The members of the device that give apps.
  private static let membersWithApps = Set(
    [DeviceMember.frontmost, .switcher, .stage, .carPlay].map(\.rawValue))

  /// Whether something could tell any apps apart, whatever they are.
  fileprivate func tellsAppsApart(in program: Program) -> Bool {
    !nativeApps.isEmpty || !compiled.observers.isEmpty
      || program.reads(Self.membersWithApps, behindTheBeginningOf: compiled)
  }

  /// The units that are alike and that nothing tells apart, in groups of two or more.
  fileprivate func alikeUnits(in program: Program) -> [[Int]] {
    let named = program.units(namedBehindTheBeginningOf: compiled)
    let chosen = compiled.alternatives.flatMap { $0.choices.flatMap(\.values.handles) }
    var groups: [[Int]] = []
    for unit in apps
    where !named.contains(UInt64(unit)) && !chosen.contains(HandleKind.app.handle(UInt64(unit)))
      && program.keepsToItself(unit)
    {
      if let group = groups.firstIndex(where: { program.areAlike($0[0], unit) }) {
        groups[group].append(unit)
      } else {
        groups.append([unit])
      }
    }
    return groups.filter { $0.count > 1 }
  }
}

extension Program {
  /// The keys of the Info.plist that concern the app alone.
  private static let ownKeys: Set<InfoKey> = [
    .backgroundModes, .exitsOnSuspend, .sdk, .memory, .requiresFullScreen, .mainStoryboard,
  ]

  /// Whether an app's code and its Info.plist concern the app alone.
  fileprivate func keepsToItself(_ number: Int) -> Bool {
    let unit = units[number]
    return !unit.declaresInstances
      && unit.info.allSatisfy { InfoKey(rawValue: $0.key).map(Self.ownKeys.contains) == true }
      && !drawsRandomNumbers(in: .unit(number))
      && !callsHost(otherThan: Vocabulary.wordsWithinAnApp, inUnit: number)
  }
}

extension ScriptValue {
  /// The handles in the value.
  fileprivate var handles: [Handle] {
    switch self {
    case .handle(let handle): [handle]
    case .list(let elements): elements.flatMap(\.handles)
    case .map(let entries): entries.flatMap { $0.key.handles + $0.value.handles }
    default: []
    }
  }
}
