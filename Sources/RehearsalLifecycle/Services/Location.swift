// Places: standard updates of a running app (R133, R137), and what relaunches an app (R138, R139).
// What an app monitors outlives its processes, because the system relaunches the app for it.

import RehearsalValues

/// A place on the earth, in degrees.
public struct Place: Hashable, Sendable {
  /// Degrees north of the equator.
  package let latitude: Double
  /// Degrees east of Greenwich.
  package let longitude: Double

  /// Makes a place; degrees beyond the earth's are held at its ends.
  package init(latitude: Double, longitude: Double) {
    self.latitude = min(max(latitude, -90), 90)
    self.longitude = min(max(longitude, -180), 180)
  }

  /// The distance to another place in metres, exact enough for places of one region.
  ///
  /// The earth is taken as flat between them, with degrees of longitude as narrow as in their
  /// middle.
  func distance(to other: Place) -> Double {
    let metresOfDegree = 111_195.0
    let north = (other.latitude - latitude) * metresOfDegree
    var turn = (other.longitude - longitude).magnitude
    if turn > 180 { turn = 360 - turn }
    let east = turn * metresOfDegree * Self.cosine(ofDegrees: (latitude + other.latitude) / 2)
    return (north * north + east * east).squareRoot()
  }

  /// The place that lies some metres further north, or south where there is no more north.
  func moved(metres: Double) -> Place {
    let degrees = metres / 111_195
    return Place(
      latitude: latitude + degrees > 90 ? latitude - degrees : latitude + degrees,
      longitude: longitude)
  }

  /// The cosine of an angle between -90 and 90 degrees, by its series; the error is below 1e-6.
  private static func cosine(ofDegrees degrees: Double) -> Double {
    let angle = degrees * .pi / 180
    let square = angle * angle
    var term = 1.0
    var sum = 1.0
    for index in stride(from: 1.0, through: 11, by: 2) {
      term *= -square / (index * (index + 1))
      sum += term
    }
    return max(0, sum)
  }

  /// The place as app code gets it.
  fileprivate var value: ScriptValue {
    .map(named: [("latitude", .double(latitude)), ("longitude", .double(longitude))])
  }
}

/// Where the device has come.
public enum Movement: Hashable, Sendable {
  /// To that place.
  case to(Place)
  /// Some metres from where it was.
  case by(metres: Double)
}

/// What an app can ask to be told of, or no more.
public enum MonitoredPlace: Hashable, Sendable {
  case significantChanges, visits
  case region(String)
}

/// Where the device is, and which apps want to know.
struct LocationServices: Sendable {
  /// What an app asked for.
  private struct Requests: DefaultInitializable {
    var monitorsSignificantChanges = false
    var monitorsVisits = false
    /// The regions, by name, in the order in which they were asked for.
    var regions: [String] = []
    /// Where the last significant change was reported, and when; nil before the first.
    var lastChange: (place: Place, time: VirtualTime)?
    /// Whether the living process gets standard updates.
    ///
    var isUpdating = false
    /// Whether these continue in the background, and keep the process running there.
    var goesOn = false
    /// Whether the app has ever made a service session, and whether the living process has (R173).
    var usesServiceSessions = false
    var hasServiceSession = false
    /// Whether the living process has a background activity session (R173).
    var hasBackgroundActivity = false
  }

  /// How many regions an app may ask for (R138).
  private static var regionLimit: Int { 20 }
  /// How far a significant change is, in metres (R138).
  private static var significantDistance: Double { 500 }

  /// Where the device is.
  private(set) var place = Place(latitude: 48.85, longitude: 2.35)
  private var requests = AppTable<Requests>()

  private func isUpdating(_ app: AppIdentifier) -> Bool {
    requests.read(app) { $0.isUpdating } ?? false
  }

  /// Whether standard updates would keep an app running, if it may have them.
  func keepsRunning(_ app: AppIdentifier) -> Bool {
    requests.read(app) { $0.isUpdating && $0.goesOn || $0.hasBackgroundActivity } ?? false
  }

  /// Whether an app has asked for standard updates that do not continue behind another app.
  func updatesPause(of app: AppIdentifier) -> Bool {
    requests.read(app) { $0.isUpdating && !$0.goesOn && !$0.hasBackgroundActivity } ?? false
  }

  /// The standard updates and the sessions end with the process; what the app monitors stays.
  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !requests.isEmpty(id.app) else { return }
    requests[id.app].isUpdating = false
    requests[id.app].hasServiceSession = false
    requests[id.app].hasBackgroundActivity = false
  }

  /// The app is taken off the device with all that it asked for.
  mutating func appWasRemoved(_ app: AppIdentifier) {
    requests.remove(app)
  }

  /// The names of the regions that an app wants to be notified of, in the order in which it asked.
  func regions(of app: AppIdentifier) -> [String] { requests.read(app) { $0.regions } ?? [] }

  // MARK: - Moving

  /// The device reaches another place, for one app.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - movement: Where the device comes.
  ///   - permission: How far the user lets the app know places.
  ///   - conditions: What decides whether the app is woken.
  ///   - cause: The stimulus.
  ///   - kernel: The clock and the process.
  /// - Returns: Why it has no effect; nil when the app is notified.
  mutating func locate(
    _ app: AppIdentifier, _ movement: Movement, permission: LocationPermission,
    conditions: WakeUpConditions, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    let from = place
    switch movement {
    case .to(let target): place = target
    case .by(let metres): place = place.moved(metres: metres)
    }
    let refusal = sendSignificantChange(
      app, from: from, permission: permission, conditions: conditions, cause: cause, &kernel)
    guard let refusal else { return nil }
    return sendToRunning(app, permission: permission, cause: cause, &kernel) ? nil : refusal
  }

  /// Whether the app's process has to make a service session before it is notified of places.
  private func lacksServiceSession(_ app: AppIdentifier, _ kernel: Kernel) -> Bool {
    kernel.hasProcess(app)
      && requests.read(app) { $0.usesServiceSessions && !$0.hasServiceSession } == true
  }

  /// A process with standard updates gets the place, a suspended one when it runs again (R133).
  private func sendToRunning(
    _ app: AppIdentifier, permission: LocationPermission, cause: Cause, _ kernel: inout Kernel
  ) -> Bool {
    guard let process = kernel.process(of: app), process.ending == nil,
      isUpdating(app), permission != .never, !lacksServiceSession(app, kernel)
    else { return false }
    let (id, value) = (process.identifier, place.value)
    if process.isSuspended {
      kernel.change(id) { $0.changeInbox { $0.queue(value) } }
    } else {
      kernel.enqueue(
        .deliver(.didUpdateLocations, [.list([value])], .R137, nil), for: id, cause: cause)
    }
    return true
  }

  private mutating func sendSignificantChange(
    _ app: AppIdentifier, from: Place, permission: LocationPermission, conditions: WakeUpConditions,
    cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard requests.read(app, { $0.monitorsSignificantChanges }) == true else {
      return .notMonitored
    }
    if let refusal = refusal(of: permission, to: app, kernel) { return refusal }
    let last = requests.read(app) { $0.lastChange } ?? nil
    guard (last?.place ?? from).distance(to: place) >= Self.significantDistance else {
      return .movedTooLittle
    }
    if let last, kernel.now < last.time.after(kernel.span(of: .significantChangeSpacing)) {
      return .movedTooSoon
    }
    if let refusal = conditions.refusal(of: .significantChange) { return refusal }
    requests[app].lastChange = (place, kernel.now)
    wake(
      app, for: .significantChange, .didUpdateLocations, .list([place.value]), cause: cause,
      &kernel)
    return nil
  }

  /// Only an app that may always use the location is notified while it is not used (R138).
  private func refusal(
    of permission: LocationPermission, to app: AppIdentifier, _ kernel: Kernel
  ) -> RefusalReason? {
    guard !lacksServiceSession(app, kernel) else { return .noServiceSession }
    switch permission {
    case .always: return nil
    case .never: return .noLocationPermission
    case .whenInUse:
      let isInUse = kernel.process(of: app).map { $0.targetState != .background } ?? false
      return isInUse ? nil : .noLocationPermission
    }
  }

  // MARK: - Regions and visits

  /// The device crosses the border of a region, which counts for an app that monitors it.
  func crossRegion(
    _ app: AppIdentifier, _ name: String, isEntry: Bool, permission: LocationPermission,
    conditions: WakeUpConditions, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard requests.read(app, { $0.regions.contains(name) }) == true else { return .notMonitored }
    if let refusal = refusal(of: permission, to: app, kernel) ?? conditions.refusal(of: .region) {
      return refusal
    }
    wake(
      app, for: .region, isEntry ? .didEnterRegion : .didExitRegion, .string(name), cause: cause,
      &kernel)
    return nil
  }

  /// The user stays at a place, which counts for an app that monitors visits.
  func visit(
    _ app: AppIdentifier, _ name: String, permission: LocationPermission,
    conditions: WakeUpConditions,
    cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard requests.read(app, { $0.monitorsVisits }) == true else { return .notMonitored }
    if let refusal = refusal(of: permission, to: app, kernel) ?? conditions.refusal(of: .visit) {
      return refusal
    }
    wake(app, for: .visit, .didVisit, .string(name), cause: cause, &kernel)
    return nil
  }

  private func wake(
    _ app: AppIdentifier, for kind: WakeUpKind, _ message: Message, _ argument: ScriptValue,
    cause: Cause, _ kernel: inout Kernel
  ) {
    let wakeUp = WakeUp(
      kind: kind, launchOptions: .map(named: [("location", .boolean(true))]),
      events: [WakeUp.Event(message: message, arguments: [argument])])
    kernel.emit(.wake(app, wakeUp, cause: cause))
  }

  // MARK: - Requests

  fileprivate mutating func startMonitoring(
    _ place: MonitoredPlace, for app: AppIdentifier, _ kernel: Kernel
  ) -> Bool {
    switch place {
    case .significantChanges:
      requests[app].monitorsSignificantChanges = true
    case .visits:
      guard kernel.has(.visits) else { return false }
      requests[app].monitorsVisits = true
    case .region(let name):
      let regions = requests.read(app) { $0.regions } ?? []
      guard !regions.contains(name) else { return true }
      guard regions.count < Self.regionLimit else { return false }
      requests[app].regions.append(name)
    }
    return true
  }

  fileprivate mutating func stopMonitoring(_ place: MonitoredPlace, for app: AppIdentifier) {
    guard !requests.isEmpty(app) else { return }
    switch place {
    case .significantChanges: requests[app].monitorsSignificantChanges = false
    case .visits: requests[app].monitorsVisits = false
    case .region(let name): requests[app].regions.removeAll { $0 == name }
    }
  }

  fileprivate mutating func startUpdating(
    allowsBackground: Bool, in id: ProcessIdentifier, _ kernel: Kernel
  ) throws(DeviceAPIError) {
    guard kernel.isAlive(id) else { throw .processEnded }
    let hasFlag = kernel.has(.backgroundLocationFlag)
    let hasMode = kernel.description(of: id.app).hasBackgroundMode(.location)
    guard hasMode || !allowsBackground || !hasFlag else {
      throw .exception(.backgroundLocationWithoutMode)
    }
    requests[id.app].isUpdating = true
    requests[id.app].goesOn = hasMode && (allowsBackground || !hasFlag)
  }

  fileprivate mutating func startServiceSession(in id: ProcessIdentifier) {
    requests[id.app].usesServiceSessions = true
    requests[id.app].hasServiceSession = true
  }

  fileprivate mutating func setBackgroundActivity(_ isOn: Bool, in id: ProcessIdentifier) {
    if isOn || !requests.isEmpty(id.app) { requests[id.app].hasBackgroundActivity = isOn }
  }

  fileprivate mutating func stopUpdating(in id: ProcessIdentifier, _ kernel: Kernel) {
    guard kernel.isAlive(id), isUpdating(id.app) else { return }
    requests[id.app].isUpdating = false
  }
}

// MARK: - Actions

extension LocationServices {
  static let actions: [Action] = [
    Action(
      .locate, "locate",
      [
        .app, ActionParameter("latitude", .degrees(90), insteadOf: "moved"),
        ActionParameter("longitude", .degrees(180), insteadOf: "moved"),
        ActionParameter("moved", .metres, isOptional: true, isNamed: true),
      ], isWayIn: true, rules: [.R137, .R138], "Moves the device to a place, or by some metres."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      let movement: Movement =
        call.has(2)
        ? .by(metres: try call.number(2))
        : .to(Place(latitude: try call.number(0), longitude: try call.number(1)))
      return parts.services.location.locate(
        app, movement, permission: parts.services.settings.location(of: app),
        conditions: parts.wakeUpConditions(for: app, kernel), cause: call.cause, &kernel)
    },
    crossing(
      .enterRegion, "enterRegion", isEntry: true, rules: [.R138, .R139],
      "Lets the device come into a region that the app monitors."),
    crossing(
      .exitRegion, "exitRegion", isEntry: false, rules: [.R138],
      "Lets the device leave a region that the app monitors."),
    Action(
      .visit, "visit", [.app, ActionParameter("place", .text)], isWayIn: true, versions: .from(8),
      refusesItself: true, rules: [.R138],
      "Lets the user stay at a place."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      return parts.services.location.visit(
        app, try call.text(0), permission: parts.services.settings.location(of: app),
        conditions: parts.wakeUpConditions(for: app, kernel), cause: call.cause, &kernel)
    },
  ]

  private static func crossing(
    _ action: ActionName, _ name: String, isEntry: Bool, rules: [RuleNumber], _ help: String
  ) -> Action {
    Action(
      action, name, [.app, ActionParameter("name", .text)], isWayIn: true, versions: .from(4),
      refusesItself: true, rules: rules, help
    ) { parts, kernel, call throws(SimulationError) in
      let (app, region) = (try call.app(), try call.text(0))
      let isShown =
        isEntry
        && parts.enterRegionOfNotifications(region, of: app, cause: call.cause, &kernel)
      let refusal = parts.services.location.crossRegion(
        app, region, isEntry: isEntry, permission: parts.services.settings.location(of: app),
        conditions: parts.wakeUpConditions(for: app, kernel), cause: call.cause, &kernel)
      // A region that only a notification waits for is not monitored.
      return isShown && refusal == .notMonitored ? nil : refusal
    }
  }
}

// MARK: - Identity

extension LocationServices {
  /// Combines where the device is.
  func digest(into walk: inout IdentityWalk) {
    if walk.scope.countsCoordinates { place.digest(into: &walk) }
  }

  /// Combines what an app asked for.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !requests.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let requests = requests[app]
    walk.combine(requests.monitorsSignificantChanges)
    walk.combine(requests.monitorsVisits)
    walk.combine(each: requests.regions) { $0.combine($1) }
    walk.combine(requests.lastChange != nil)
    if let last = requests.lastChange {
      if walk.scope.countsCoordinates {
        last.place.digest(into: &walk)
      } else {
        walk.combine(last.place.distance(to: place) < Self.significantDistance)
      }
      walk.combine(until: last.time.after(walk.span(of: .significantChangeSpacing)))
    }
    walk.combine(requests.isUpdating)
    walk.combine(requests.usesServiceSessions)
    walk.combine(requests.hasServiceSession)
    walk.combine(requests.hasBackgroundActivity)
  }
}

extension Place {
  fileprivate func digest(into walk: inout IdentityWalk) {
    walk.combine(latitude)
    walk.combine(longitude)
  }
}

// MARK: - For app code

/// What an app asks of the location.
extension AppContext {
  /// Asks to be notified of places, also when the app does not run.
  ///
  /// - Returns: False for more regions than an app may have, and for visits where the system does
  ///   not know them.
  package func startMonitoring(_ place: MonitoredPlace) -> Bool {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return false }
      return parts.services.location.startMonitoring(place, for: process.app, kernel)
    }
  }

  /// Asks not to be notified any longer.
  package func stopMonitoring(_ place: MonitoredPlace) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.services.location.stopMonitoring(place, for: process.app)
    }
  }

  /// Begins standard updates of the location (R137).
  ///
  /// - Parameter allowsBackground: Whether they continue in the background; needed from iOS 9 on.
  /// - Throws: `DeviceAPIError.exception` for background updates without the mode, from iOS 9 on,
  ///   and `processEnded` when the process has ended.
  package func startUpdatingLocation(allowsBackground: Bool) throws(DeviceAPIError) {
    try ask { parts, kernel throws(DeviceAPIError) in
      try parts.services.location.startUpdating(
        allowsBackground: allowsBackground, in: process, kernel)
      parts.reviewLocation(of: process.app, cause: kernel.cause, &kernel)
    }
  }

  /// Makes a service session, which asks the user where he has not answered (R173).
  ///
  /// - Parameter permission: How far the app wants to know places, `.whenInUse` or `.always`.
  package func startServiceSession(_ permission: LocationPermission) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      guard kernel.has(.serviceSessions) else {
        kernel.record(refusal: .noServiceSessions, app: process.app, cause: kernel.cause)
        return
      }
      parts.services.location.startServiceSession(in: process)
      parts.askOnce(
        permission == .always ? .locationAlways : .locationWhenInUse, by: process, &kernel)
    }
  }

  /// Begins a background activity session, which keeps the app running in the background (R173).
  ///
  /// - Returns: Whether it began: in the foreground, with the mode, and from iOS 17 on.
  package func startBackgroundActivity() -> Bool {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return false }
      var refusal: RefusalReason?
      if !kernel.has(.backgroundActivities) {
        refusal = .noBackgroundActivities
      } else if kernel.read(process, { $0.readableState }) == .background
        || !kernel.description(of: process.app).hasBackgroundMode(.location)
      {
        refusal = .noBackgroundActivity
      }
      if let refusal {
        kernel.record(refusal: refusal, app: process.app, cause: kernel.cause)
        return false
      }
      parts.services.location.setBackgroundActivity(true, in: process)
      parts.reviewLocation(of: process.app, cause: kernel.cause, &kernel)
      return true
    }
  }

  /// Ends the app's background activity session.
  package func endBackgroundActivity() {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.services.location.setBackgroundActivity(false, in: process)
      parts.reviewLocation(of: process.app, cause: kernel.cause, &kernel)
    }
  }

  /// Ends standard updates of the location.
  package func stopUpdatingLocation() {
    ask { parts, kernel in
      parts.services.location.stopUpdating(in: process, kernel)
      parts.reviewLocation(of: process.app, cause: kernel.cause, &kernel)
    }
  }
}
