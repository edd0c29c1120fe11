// Places: standard updates of a running app (R133, R137), and what relaunches an app (R138, R139).

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

extension Device {
  // MARK: - For app code

  /// Asks to be told of places, also when the app does not run.
  ///
  /// - Returns: False for more regions than an app may have.
  package mutating func startMonitoring(
    _ place: MonitoredPlace, in id: ProcessIdentifier
  ) -> Bool {
    guard isAlive(id) else { return false }
    var monitoring = installations[id.app.position].registrations.value.places
    switch place {
    case .significantChanges:
      monitoring.monitorsSignificantChanges = true
    case .visits:
      guard SystemVersionRange.from(8).contains(profile.system) else { return false }
      monitoring.monitorsVisits = true
    case .region(let name):
      guard !monitoring.regions.contains(name) else { return true }
      guard monitoring.regions.count < LocationMonitoring.regionLimit else { return false }
      monitoring.regions.append(name)
    }
    installations[id.app.position].registrations.value.places = monitoring
    return true
  }

  /// Asks not to be told any longer.
  package mutating func stopMonitoring(_ place: MonitoredPlace, in id: ProcessIdentifier) {
    guard isAlive(id) else { return }
    switch place {
    case .significantChanges:
      installations[id.app.position].registrations.value.places.monitorsSignificantChanges = false
    case .visits:
      installations[id.app.position].registrations.value.places.monitorsVisits = false
    case .region(let name):
      installations[id.app.position].registrations.value.places.regions.removeAll { $0 == name }
    }
  }

  /// Begins standard updates of the location (R137).
  ///
  /// - Parameters:
  ///   - allowsBackground: Whether they go on in the background; needed from iOS 9 on.
  ///   - id: The calling process.
  /// - Throws: `CallFault.misuse` for background updates without the mode, from iOS 9 on.
  package mutating func startUpdatingLocation(
    allowsBackground: Bool, in id: ProcessIdentifier
  ) throws(CallFault) {
    guard isAlive(id) else { throw .processEnded }
    let hasFlag = SystemVersionRange.from(9).contains(profile.system)
    let hasMode = installations[id.app.position].description.hasBackgroundMode(.location)
    guard hasMode || !allowsBackground || !hasFlag else {
      throw .misuse(.backgroundLocationWithoutMode)
    }
    let updates = LocationUpdates(allowsBackground: hasMode && (allowsBackground || !hasFlag))
    change(id) { $0.services.value.locationUpdates = updates }
    reviewModes(of: id, cause: cause)
  }

  /// Ends standard updates of the location.
  package mutating func stopUpdatingLocation(in id: ProcessIdentifier) {
    change(id) { $0.services.value.locationUpdates = nil }
    reviewModes(of: id, cause: cause)
  }

  // MARK: - Moving

  /// The device comes to another place, as far as one app is concerned.
  mutating func locate(
    _ app: AppIdentifier, _ movement: Movement, cause: Int
  ) -> Refusal? {
    let from = place
    switch movement {
    case .to(let target): place = target
    case .by(let metres): place = place.moved(metres: metres)
    }
    guard let refusal = tellOfSignificantChange(app, from: from, cause: cause) else { return nil }
    return tellRunning(app, cause: cause) ? nil : refusal
  }

  /// A process with standard updates gets the place, a suspended one when it runs again (R133).
  private mutating func tellRunning(_ app: AppIdentifier, cause: Int) -> Bool {
    guard let process = installations[app.position].process, process.termination == nil,
      process.services.value.locationUpdates != nil,
      locationPermission(of: app) != .never
    else { return false }
    let value = place.value
    if process.isSuspended {
      change(process.identifier) { $0.services.value.queuedLocations.append(value) }
      return true
    }
    enqueue(
      .deliver(.didUpdateLocations, [.list([value])], .R137, nil), for: process.identifier,
      cause: cause)
    return true
  }

  private mutating func tellOfSignificantChange(
    _ app: AppIdentifier, from: Place, cause: Int
  ) -> Refusal? {
    let places = installations[app.position].registrations.value.places
    guard places.monitorsSignificantChanges else { return .notMonitored }
    if let refusal = refusalOfPlaces(app) { return refusal }
    let last = places.lastChange?.place ?? from
    guard last.distance(to: place) >= LocationMonitoring.significantDistance else {
      return .movedTooLittle
    }
    if let time = places.lastChange?.time, now < time.after(span(of: .significantChangeSpacing)) {
      return .movedTooSoon
    }
    if let refusal = gate(.significantChange, for: app) { return refusal }
    installations[app.position].registrations.value.places.lastChange = (place, now)
    wakeForPlace(
      app, .significantChange,
      .init(message: .didUpdateLocations, arguments: [.list([place.value])]), cause: cause)
    return nil
  }

  /// Only an app that may always use the location is told while it is not used (R138).
  private func refusalOfPlaces(_ app: AppIdentifier) -> Refusal? {
    switch locationPermission(of: app) {
    case .always: return nil
    case .never: return .noLocationPermission
    case .whenInUse:
      let isInUse = installations[app.position].process.map { $0.intended != .background }
      return isInUse == true ? nil : .noLocationPermission
    }
  }

  // MARK: - Regions and visits

  mutating func crossRegion(
    _ app: AppIdentifier, _ name: String, isEntry: Bool, cause: Int
  ) -> Refusal? {
    guard installations[app.position].registrations.value.places.regions.contains(name) else {
      return .notMonitored
    }
    if let refusal = refusalOfPlaces(app) ?? gate(.region, for: app) { return refusal }
    wakeForPlace(
      app, .region,
      .init(message: isEntry ? .didEnterRegion : .didExitRegion, arguments: [.string(name)]),
      cause: cause)
    return nil
  }

  mutating func visit(_ app: AppIdentifier, _ name: String, cause: Int) -> Refusal? {
    guard installations[app.position].registrations.value.places.monitorsVisits else {
      return .notMonitored
    }
    if let refusal = refusalOfPlaces(app) ?? gate(.visit, for: app) { return refusal }
    wakeForPlace(
      app, .visit, .init(message: .didVisit, arguments: [.string(name)]), cause: cause)
    return nil
  }

  private mutating func wakeForPlace(
    _ app: AppIdentifier, _ kind: WakeUpKind, _ event: WakeUp.Event, cause: Int
  ) {
    let options = PlainValue.map([.init(key: .string("location"), value: .bool(true))])
    wake(app, for: WakeUp(kind: kind, launchOptions: options, events: [event]), cause: cause)
  }

  /// A process that runs again gets the places that came while it was suspended (R133).
  mutating func deliverQueuedLocations(to id: ProcessIdentifier, cause: Int) {
    guard let services = process(id)?.services, !services.isEmpty,
      !services.value.queuedLocations.isEmpty
    else { return }
    change(id) { $0.services.value.queuedLocations = [] }
    enqueue(
      .deliver(.didUpdateLocations, [.list(services.value.queuedLocations)], .R133, nil),
      for: id, cause: cause)
  }
}

extension Place {
  /// The place as app code gets it.
  fileprivate var value: PlainValue {
    .map([
      .init(key: .string("latitude"), value: .double(latitude)),
      .init(key: .string("longitude"), value: .double(longitude)),
    ])
  }
}
