// Which apps are registered for remote notifications, and with what token (R145). Each registration is
// answered once, after the turn that asked; an app that asks at all gets pushes only while it is
// registered.

import RehearsalValues

/// The apps' registrations for remote notifications.
struct PushRegistrations: Sendable {
  private struct Registration: DefaultInitializable {
    /// Whether the app has registered since it was installed, and not taken it back.
    var isRegistered = false
    /// The process that has registered last.
    var process: ProcessIdentifier?
    /// The process that was started for a push and has reached it.
    var launched: ProcessIdentifier?
    /// How many requests of the living process wait for the user's permission.
    var waitingForUser = 0
    /// How many requests of the living process wait for the network.
    var waitingForNetwork = 0
  }

  /// How often an app was taken off the device, for each of its installations has its own token.
  private struct Removals: DefaultInitializable {
    var count = 0
  }

  private var registrations = AppTable<Registration>()
  private var removals = AppTable<Removals>()

  func isRegistered(_ app: AppIdentifier) -> Bool {
    registrations.read(app) { $0.isRegistered } ?? false
  }

  /// Why a push does not reach an app: it asks to be registered, and is not.
  func refusal(of app: AppIdentifier, _ kernel: Kernel) -> RefusalReason? {
    kernel.description(of: app).registersForPushes && !isRegistered(app) ? .notRegistered : nil
  }

  /// Whether a process that was started for a push, to which it comes now, is not given it, for it has
  /// not registered itself.
  mutating func misses(_ id: ProcessIdentifier, _ kernel: Kernel) -> Bool {
    guard kernel.has(Quirk.pushNeedsRegistration),
      kernel.description(of: id.app).registersForPushes,
      kernel.read(id, { $0.launchReason }) == .remoteNotification,
      registrations[id.app].launched != id
    else { return false }
    registrations[id.app].launched = id
    return registrations[id.app].process != id
  }

  /// The token of an app, the same until it is removed.
  private func token(of app: AppIdentifier, _ kernel: Kernel) -> String {
    var digester = ContentDigester()
    digester.combine("\(kernel.traits.profile.seed)")
    digester.combine(kernel.description(of: app).name)
    digester.combine(removals.read(app) { $0.count } ?? 0)
    return digester.finish().text
  }

  // MARK: - Registering

  /// A request waits for the user's permission.
  mutating func waitForUser(_ id: ProcessIdentifier) { registrations[id.app].waitingForUser += 1 }

  /// A request is carried out, or waits until there is a network.
  mutating func register(
    _ id: ProcessIdentifier, isNetworkAvailable: Bool, _ kernel: inout Kernel
  ) {
    if isNetworkAvailable {
      register(id, &kernel)
    } else {
      registrations[id.app].waitingForNetwork += 1
    }
  }

  private mutating func register(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    registrations[id.app].isRegistered = true
    registrations[id.app].process = id
    answer(
      .didRegisterForRemoteNotifications, .string(token(of: id.app, kernel)), id, &kernel)
  }

  func fail(_ id: ProcessIdentifier, _ error: String, _ kernel: inout Kernel) {
    answer(.didFailToRegisterForRemoteNotifications, .symbol(error), id, &kernel)
  }

  private func answer(
    _ message: Message, _ value: ScriptValue, _ id: ProcessIdentifier, _ kernel: inout Kernel
  ) { kernel.enqueue(.send(message, [value], .R145), for: id, cause: kernel.cause) }

  /// The user has answered, for which requests waited.
  mutating func userHasAnswered(
    _ app: AppIdentifier, isPermitted: Bool, isNetworkAvailable: Bool, _ kernel: inout Kernel
  ) {
    guard let count = registrations.read(app, { $0.waitingForUser }), count > 0 else { return }
    registrations[app].waitingForUser = 0
    guard let id = kernel.process(of: app)?.identifier else { return }
    for _ in 0..<count {
      if isPermitted {
        register(id, isNetworkAvailable: isNetworkAvailable, &kernel)
      } else {
        fail(id, "notPermitted", &kernel)
      }
    }
  }

  /// The network is back, for which requests waited.
  mutating func networkIsBack(_ kernel: inout Kernel) {
    for position in registrations.positions {
      let app = AppIdentifier(position)
      let count = registrations[app].waitingForNetwork
      registrations[app].waitingForNetwork = 0
      guard count > 0, let id = kernel.process(of: app)?.identifier else { continue }
      for _ in 0..<count { register(id, &kernel) }
    }
  }

  fileprivate mutating func unregister(_ app: AppIdentifier) {
    if !registrations.isEmpty(app) { registrations[app].isRegistered = false }
  }

  // MARK: - Keeping house

  mutating func processEnded(_ id: ProcessIdentifier) {
    guard !registrations.isEmpty(id.app) else { return }
    registrations[id.app].waitingForUser = 0
    registrations[id.app].waitingForNetwork = 0
  }

  mutating func appWasRemoved(_ app: AppIdentifier) {
    registrations.remove(app)
    removals[app].count += 1
  }

  /// Combines whether an app is registered, and which of its installations it is.
  func digest(_ app: AppIdentifier, _ kernel: Kernel, into walk: inout IdentityWalk) {
    walk.combine(removals.read(app) { $0.count } ?? 0)
    guard !registrations.isEmpty(app) else { return walk.combine(false) }
    let registration = registrations[app]
    walk.combine(true)
    walk.combine(registration.isRegistered)
    walk.combine(registration.process.map(kernel.isAlive) ?? false)
    walk.combine(registration.launched.map(kernel.isAlive) ?? false)
    walk.combine(registration.waitingForUser)
    walk.combine(registration.waitingForNetwork)
  }
}

// MARK: - For app code

/// What an app asks of remote notifications.
extension AppContext {
  /// Asks to be registered for remote notifications; the answer is a message of its own.
  package func registerForRemoteNotifications() {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.register(process, &kernel)
    }
  }

  /// Takes the registration back.
  package func unregisterForRemoteNotifications() {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.services.pushRegistrations.unregister(process.app)
    }
  }

  /// Whether the app is registered.
  package var isRegisteredForRemoteNotifications: Bool {
    read { parts, _ in parts.services.pushRegistrations.isRegistered(process.app) }
  }
}
