// What was expected and did not come: a verb that reached no app, and a request that nothing has run. Each
// is one record, which says why; runs, tests and the prompt show it alike.

import RehearsalValues

/// What did not come.
public enum Remark: String, CaseIterable, Hashable, Sendable {
  /// A verb was carried out, and no app noticed it.
  case noEffect
  /// A task was submitted to the scheduler, and nothing has run it.
  case neverRun
}

/// Why a verb reached no app.
package struct Unreached: Hashable, Sendable {
  /// An app, by name, and how it is.
  package struct App: Hashable, Sendable {
    let name: String
    /// Its state; nil where it is not installed.
    let state: ProcessState?
  }

  /// What keeps the verb from all apps.
  package enum Reason: Hashable, Sendable {
    /// The interruption leaves the app in front active.
    case leavesActive(InterruptionKind)
    /// Something lies over the app already.
    case isHidden(by: InterruptionKind)
    /// No app declares the scheme or the domain of a link.
    case unclaimed(isWeb: Bool)
    /// The app's location updates do not continue in the background.
    case updatesPause
    /// Nothing but how the apps are.
    case states
  }

  let reason: Reason
  let apps: [App]

  /// The bytes of its names.
  var textBytes: Int { apps.reduce(0) { $0 + $1.name.utf8.count + 8 } }
}

extension SpringBoard {
  /// Why an interruption that came last has changed nothing.
  fileprivate func reason(for kind: InterruptionKind) -> (Unreached.Reason, RuleNumber)? {
    guard let position = interruptions.lastIndex(where: { $0.kind == kind }) else { return nil }
    let shown = interruptions[position]
    if shown.behavior.deactivation == .none {
      return frontmost == nil ? nil : (.leavesActive(kind), shown.behavior.rule)
    }
    let hiding = interruptions[..<position].last { $0.behavior.deactivation != .none }
    return hiding.map { (.isHidden(by: $0.kind), $0.behavior.rule) }
  }
}

extension DeviceState {
  /// Notes that a verb, which was carried out, has reached no app.
  ///
  /// - Parameters:
  ///   - stimulus: The verb.
  ///   - cause: Its record.
  mutating func noteNoEffect(of stimulus: Stimulus, cause: Cause) {
    let asked = kernel.appIdentifiers.filter { stimulus.app == nil || stimulus.app == $0 }
    let apps = asked.filter { !kernel.apps[$0.position].isExtension || stimulus.app == $0 }.map {
      app in
      Unreached.App(
        name: kernel.description(of: app).name,
        state: kernel.apps[app.position].isInstalled
          ? kernel.process(of: app)?.state ?? .notRunning : nil)
    }
    var (reason, rule): (Unreached.Reason, RuleNumber?) = (.states, nil)
    if case .symbol(let name)? = stimulus.arguments.first, stimulus.name == .interrupt,
      let kind = InterruptionKind(rawValue: name),
      let found = parts.springBoard.reason(for: kind)
    {
      (reason, rule) = found
    } else if stimulus.name == .open, case .string(let url)? = stimulus.arguments.first,
      let isWeb = URLHandler.isWebWhereUnclaimed(url, in: kernel)
    {
      reason = .unclaimed(isWeb: isWeb)
    } else if stimulus.name == .locate, let app = stimulus.app,
      parts.services.location.updatesPause(of: app)
    {
      (reason, rule) = (.updatesPause, .R137)
    } else if apps.allSatisfy({ $0.state == .suspended }), !apps.isEmpty {
      rule = .R004
    }
    act { _, kernel in
      _ = kernel.record(
        .remark(.noEffect), app: stimulus.app, rule: rule, cause: cause,
        details: .unreached(Unreached(reason: reason, apps: apps)))
    }
  }

  /// Notes the requests of the task scheduler that nothing has run, for whoever waits for them.
  mutating func noteRequestsThatWait() {
    for app in kernel.appIdentifiers {
      for request in parts.services.taskScheduler.requests(of: app) {
        act { _, kernel in
          _ = kernel.record(
            .remark(.neverRun), app: app, rule: .R102, cause: nil,
            details: .request(request.identifier, of: kernel.description(of: app).name))
        }
      }
    }
  }
}

extension Unreached {
  /// Why, in words.
  var text: String {
    switch reason {
    case .leavesActive(let kind):
      "It reached no app: .\(kind.rawValue) comes as a banner and leaves the app in front active."
    case .isHidden(let kind):
      "It reached no app: .\(kind.rawValue) already lies over the app in front."
    case .unclaimed(isWeb: true):
      "It reached no app: none has the link's domain, as by "
        + "`info { associatedDomains: [\"example.com\"] }`."
    case .unclaimed(isWeb: false):
      "It reached no app: none has the link's scheme, as by `info { urlSchemes: [\"notes\"] }`."
    case .updatesPause:
      "It reached no app: location updates go on in the background with the mode `.location` and "
        + "`startUpdatingLocation(allowsBackgroundLocationUpdates: true)`."
    case .states: textOfStates
    }
  }

  private var textOfStates: String {
    guard !apps.isEmpty else { return "It reached no app: there are none." }
    let shown = apps.prefix(Self.shownApps).map(\.text)
    let others = apps.count - shown.count
    return "It reached no app: " + shown.joined(separator: "; ")
      + (others > 0 ? "; and \(others) more" : "") + "."
  }

  /// How many apps a remark names.
  private static var shownApps: Int { 4 }
}

extension Unreached.App {
  fileprivate var text: String {
    switch state {
    case nil: "\(name) is not installed"
    case .notRunning: "\(name) is not running"
    case .suspended: "\(name) is suspended, and gets no messages before it is resumed"
    case .background: "\(name) is in the background, and gets no message of this there"
    case .prewarmed: "\(name) is prewarmed, and does not run yet"
    case .inactive: "\(name) is inactive, and remains so"
    case .active: "\(name) is active, and remains so"
    }
  }
}
