// The services that an app uses when it needs them, and how the device itself is and was set: most
// worlds use little of it. All are behind one reference, so that a copy of the world copies one,
// not one for each service.

import RehearsalValues

/// How the device is, what wakes apps, and what apps use.
struct DeviceServices: Sendable {
  // The device itself
  var power = Power()
  var processorLimit = ProcessorLimit()
  var dataProtection = DataProtection()
  var settings: Settings

  // What wakes apps
  var push = RemoteNotifications()
  var localNotifications = LocalNotifications()
  var notifications = UserNotifications()
  var pushRegistrations = PushRegistrations()
  var fetch = BackgroundFetch()
  var transfers = URLTransfers()
  var taskScheduler = TaskScheduler()
  var location = LocationServices()
  var bluetooth = Bluetooth()
  var calls = Calls()
  var health = HealthDeliveries()
  var liveActivities = LiveActivities()

  // What apps use
  var audio = Audio()
  var pictureInPicture = PictureInPicture()
  var car = CarScreen()
  var resources = Resources()
  var permissions = Permissions()
  var network = Network()
  var containers = Containers()

  // What surrounds the device
  var surroundings: Surroundings
  var screenCapture = ScreenCapture()

  init(_ profile: Profile) {
    surroundings = Surroundings(locale: profile.locale)
    settings = Settings(profile)
  }

  // MARK: - What goes

  /// An app was taken off the device, with all that was kept for it.
  mutating func appWasRemoved(_ app: AppIdentifier, _ kernel: inout Kernel) {
    settings.appWasRemoved(app)
    push.appWasRemoved(app, &kernel)
    localNotifications.appWasRemoved(app, &kernel)
    notifications.appWasRemoved(app)
    pushRegistrations.appWasRemoved(app)
    fetch.appWasRemoved(app)
    transfers.appWasRemoved(app, &kernel)
    taskScheduler.appWasRemoved(app)
    location.appWasRemoved(app)
    bluetooth.appWasRemoved(app)
    calls.appWasRemoved(app, &kernel)
    health.appWasRemoved(app)
    liveActivities.appWasRemoved(app, &kernel)
    containers.appWasRemoved(app)
  }

  /// Everything that a process had with the services goes with it.
  ///
  /// - Returns: Whether a question of its was on the screen.
  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) -> Bool {
    dataProtection.processEnded(id)
    processorLimit.processEnded(id, &kernel)
    audio.processEnded(id)
    pictureInPicture.processEnded(id)
    car.processEnded(id)
    calls.processEnded(id, &kernel)
    resources.processEnded(id)
    let hadPrompt = permissions.processEnded(id)
    pushRegistrations.processEnded(id)
    transfers.processEnded(id, &kernel)
    location.processEnded(id, &kernel)
    taskScheduler.processEnded(id, &kernel)
    containers.processEnded(id)
    return hadPrompt
  }

  // MARK: - Identity

  /// Combines what belongs to the device itself.
  func digest(into walk: inout IdentityWalk) {
    power.digest(into: &walk)
    settings.digest(into: &walk)
    dataProtection.digest(into: &walk)
    surroundings.digest(into: &walk)
    screenCapture.digest(into: &walk)
    network.digest(into: &walk)
    location.digest(into: &walk)
    audio.digest(into: &walk)
    car.digest(into: &walk)
  }

  /// Combines what the services keep for an app and what depends on more than them.
  func digest(_ app: AppIdentifier, _ kernel: Kernel, into walk: inout IdentityWalk) {
    processorLimit.digest(app, into: &walk)
    pushRegistrations.digest(app, kernel, into: &walk)
  }

  /// Combines what the services keep for an app besides.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    dataProtection.digest(app, into: &walk)
    settings.digest(app, into: &walk)
    push.digest(app, into: &walk)
    localNotifications.digest(app, into: &walk)
    notifications.digest(app, into: &walk)
    fetch.digest(app, into: &walk)
    transfers.digest(app, into: &walk)
    taskScheduler.digest(app, into: &walk)
    location.digest(app, into: &walk)
    bluetooth.digest(app, into: &walk)
    calls.digest(app, into: &walk)
    audio.digest(app, into: &walk)
    pictureInPicture.digest(app, into: &walk)
    health.digest(app, into: &walk)
    liveActivities.digest(app, into: &walk)
    resources.digest(app, into: &walk)
    permissions.digest(app, into: &walk)
    containers.digest(app, into: &walk)
  }

  /// Gives what an app's process holds of the services its ranks.
  func number(_ app: AppIdentifier, in walk: inout IdentityWalk) {
    transfers.number(app, in: &walk)
    resources.number(app, in: &walk)
    calls.number(app, in: &walk)
  }
}
