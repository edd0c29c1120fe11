// Switching the device off and on. All processes end with it; disks and cards stay (R080).

extension Device {
  mutating func shutDown(cause: Int) -> Refusal? {
    guard isPoweredOn else { return .deviceIsOff }
    isPoweredOn = false
    let told = tellsOfShutdown ? processesOnScreen : []
    interruptions = []
    isSwitcherOpen = false
    isDividerDragged = false
    call = nil
    for installation in installations {
      guard let process = installation.process else { continue }
      let id = process.identifier
      installations[id.app.position].pendingLaunch = nil
      if told.contains(id), process.termination == nil, !process.isSuspended {
        giveNotice(to: id, .shutDown, rule: .R080, cause: cause)
      } else {
        end(id, .shutDown, rule: .R080, cause: cause, detail: "The device was switched off.")
      }
    }
    screen = .homeScreen
    sideApp = nil
    return nil
  }

  mutating func powerOn(cause: Int) -> Refusal? {
    guard !isPoweredOn else { return .deviceIsOn }
    for installation in installations {
      // What has not ended by itself does not outlive the power.
      guard let id = installation.process?.identifier else { continue }
      end(id, .shutDown, rule: .R080, cause: cause, detail: "The device was switched off.")
    }
    startUp()
    return nil
  }

  /// Switches off and on again.
  mutating func reboot(cause: Int) -> Refusal? {
    if let refusal = shutDown(cause: cause) { return refusal }
    if installations.contains(where: { $0.process != nil }) {
      startsAgain = true
    } else {
      startUp()
    }
    return nil
  }

  /// Comes up; with a passcode the device stays locked until the user has unlocked it once (R035).
  private mutating func startUp() {
    isPoweredOn = true
    startsAgain = false
    isLocked = profile.hasPasscode
    hasBeenUnlocked = !profile.hasPasscode
    for position in installations.indices { installations[position].wasForceQuit = false }
  }

  /// A device that starts again does so when its last process has ended.
  mutating func startUpIfAwaited() {
    guard startsAgain, installations.allSatisfy({ $0.process == nil }) else { return }
    startUp()
  }

  /// Whether the app in front is told that the device is switched off: early systems did (C22).
  private var tellsOfShutdown: Bool {
    SystemVersionRange.majors(2, 4).contains(profile.system)
      && profile.evidence(for: .noticeAtShutdown) == .observed
  }
}
