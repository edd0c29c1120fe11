// What native apps hear of and ask for, as scripted ones do.

import RehearsalDevice
import RehearsalLifecycle
import Testing

@Suite("Notifications and requests of native apps")
struct NativeRequestTests {
  /// An app that does what a test says when it is launched.
  private struct Probe: ApplicationDelegate {
    static var controls: [String] { ["Go"] }

    var heard: [String] = []
    var link: TimerIdentifier?
    var lock: ResourceIdentifier?
    var observer: NotificationObserver?
    let atLaunch: Application<Self>.Action
    var atTouch: Application<Self>.Action = { _, _ in }

    mutating func application(
      _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
    ) -> Bool {
      atLaunch(&self, &application)
      return true
    }

    mutating func application(_ application: inout Application<Self>, didTouch control: String) {
      atTouch(&self, &application)
    }
  }

  private func launch(
    touching atTouch: @escaping Application<Probe>.Action = { _, _ in },
    atLaunch: @escaping Application<Probe>.Action
  ) throws -> (device: Simulation, app: AppIdentifier) {
    var device = Simulation()
    let app = try device.install("Probe") { Probe(atLaunch: atLaunch, atTouch: atTouch) }
    try device.launch(app)
    return (device, app)
  }

  private func heard(_ device: Simulation, _ app: AppIdentifier) -> [String]? {
    device.delegate(of: app, as: Probe.self)?.heard
  }

  // MARK: - Delegates that are set late

  /// An app that sets its delegates where a test says.
  private struct Late: ApplicationDelegate {
    static var lateDelegates: [DelegateKind] { DelegateKind.allCases }
    static var controls: [String] { ["Go"] }
    static var optionalMessages: Set<Message> { [.didReceiveNotificationResponse] }

    let setsAtLaunch: Bool
    var heard: [Message] = []

    mutating func application(
      _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
    ) -> Bool {
      if setsAtLaunch { application.setNotificationCenterDelegate() }
      return true
    }

    mutating func application(_ application: inout Application<Self>, didTouch control: String) {
      application.setNotificationCenterDelegate()
      application.setPushRegistryDelegate()
      application.setURLSessionDelegate()
    }

    mutating func application(
      _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
    ) -> ScriptValue {
      heard.append(message)
      return .nil
    }
  }

  @Test(arguments: [true, false])
  func aTapNeedsTheDelegateInTime(setsAtLaunch: Bool) throws {
    var device = Simulation()
    let app = try device.install("Late") { Late(setsAtLaunch: setsAtLaunch) }
    let alert = ScriptValue.map([.init(.string("alert"), .string("Hi"))])
    let push = Stimulus.push(app, payload: .map([.init(.string("aps"), alert)]), type: .alert)
    try device.apply(push)
    try device.apply(.tapNotification(app))
    #expect(device.delegate(of: app, as: Late.self)?.heard.count == (setsAtLaunch ? 1 : 0))
    let isMissed = device.records().contains { $0.subject == .refusal(.delegateIsMissing) }
    #expect(isMissed != setsAtLaunch)

    try device.touch("Go")
    try device.press(.home)
    try device.apply(push)
    try device.apply(.tapNotification(app))
    #expect(device.delegate(of: app, as: Late.self)?.heard.last == .didReceiveNotificationResponse)
  }

  // MARK: - Notifications

  @Test func observersAreCalledInOrderUntilRemoved() throws {
    var (device, app) = try launch(
      touching: { probe, application in
        if let observer = probe.observer { application.removeObserver(observer) }
      },
      atLaunch: { probe, application in
        application.addObserver(for: .didBecomeActive) { probe, _ in probe.heard.append("first") }
        probe.observer = application.addObserver(for: .didBecomeActive) { probe, _ in
          probe.heard.append("second")
        }
      })
    #expect(heard(device, app) == ["first", "second"])
    try device.touch("Go")
    try device.press(.home)
    try device.launch(app)
    #expect(heard(device, app) == ["first", "second", "first"])
  }

  @Test func anObserverMayRemoveTheNext() throws {
    let (device, app) = try launch { probe, application in
      application.addObserver(for: .didBecomeActive) { probe, application in
        probe.heard.append("first")
        if let observer = probe.observer { application.removeObserver(observer) }
      }
      probe.observer = application.addObserver(for: .didBecomeActive) { probe, _ in
        probe.heard.append("second")
      }
    }
    #expect(heard(device, app) == ["first"])
  }

  @Test func theLastObserverEndsTheObserving() throws {
    var (device, app) = try launch(
      touching: { probe, application in
        if let observer = probe.observer { application.removeObserver(observer) }
        if let observer = probe.observer { application.removeObserver(observer) }
      },
      atLaunch: { probe, application in
        probe.observer = application.addObserver(for: .batteryLevelDidChange) { probe, _ in
          probe.heard.append("battery")
        }
      })
    _ = try device.apply(.condition(.batteryLevel(0.5)))
    #expect(heard(device, app) == ["battery"])
    // A suspended process gets many of one kind as one, when it runs again.
    try device.press(.home)
    try device.advance(by: .seconds(10))
    _ = try device.apply(.condition(.batteryLevel(0.4)))
    _ = try device.apply(.condition(.batteryLevel(0.3)))
    #expect(heard(device, app) == ["battery"])
    try device.launch(app)
    #expect(heard(device, app) == ["battery", "battery"])
    try device.touch("Go")
    let count = device.records().count
    _ = try device.apply(.condition(.batteryLevel(0.2)))
    #expect(!device.records(since: count).contains { $0.kind == .notification })
    #expect(heard(device, app) == ["battery", "battery"])
  }

  @Test func aNotificationCarriesItsInfo() throws {
    var (device, app) = try launch { probe, application in
      application.playAudio()
      application.addObserver(for: .audioSessionInterruption) { probe, application in
        let info = application.argument(as: [String: ScriptValue].self)
        probe.heard.append("\(info?["type"] ?? .nil)")
        if application.argument(1, as: Int.self) != nil { probe.heard.append("more") }
      }
    }
    _ = try device.apply(.interrupt(.phoneCall))
    #expect(heard(device, app) == ["\(ScriptValue.symbol("began"))"])
  }

  // MARK: - Requests

  @Test func aPermissionIsAskedForOnce() throws {
    var (device, app) = try launch(
      touching: { _, application in
        application.requestPermission(.camera) { probe, application in
          probe.heard.append("\(application.argument(as: Bool.self) == true)")
        }
      }, atLaunch: { _, _ in })
    try device.touch("Go")
    #expect(heard(device, app) == [])
    _ = try device.apply(.answer(.permissionAlert))
    #expect(heard(device, app) == ["true"])
    try device.touch("Go")
    #expect(heard(device, app) == ["true", "true"])
  }

  @Test func framesAreHeldAndGoOnAndEnd() throws {
    var (device, app) = try launch { probe, application in
      probe.link = try? application.displayLink(framesPerSecond: 10) { probe, application in
        probe.heard.append("frame")
        guard let link = probe.link else { return }
        if probe.heard.count < 2 {
          application.setPaused(true, displayLink: link)
        } else {
          application.invalidate(link)
        }
      }
      _ = try? application.schedule(after: .seconds(5)) { probe, application in
        if let link = probe.link { application.setPaused(false, displayLink: link) }
      }
    }
    try device.advance(by: .seconds(4))
    #expect(heard(device, app)?.count == 1)
    try device.advance(by: .seconds(4))
    #expect(heard(device, app)?.count == 2)
  }

  @Test func whatCannotBeCarriedOutIsRefused() throws {
    let (device, app) = try launch { probe, application in
      do {
        try application.displayLink(framesPerSecond: 0) { _, _ in }
      } catch { probe.heard.append("\(error)") }
      do {
        try application.setExpirationHandler(of: .nil) { _, _ in }
      } catch { probe.heard.append("\(error)") }
    }
    #expect(
      heard(device, app)
        == ["\(DeviceAPIError.framesOutOfRange)", "\(DeviceAPIError.wrongHandle)"])
  }

  @Test func theProcessReadsItsSurroundings() throws {
    var (device, app) = try launch(
      touching: { probe, application in
        probe.heard.append("\(application.backgroundRefreshStatus)")
        probe.heard.append(
          "\(application.isProtectedDataAvailable) \(application.openSessions.count)")
      }, atLaunch: { _, _ in })
    _ = try device.apply(.appSetting(app, .backgroundRefresh(.denied)))
    try device.touch("Go")
    #expect(heard(device, app) == ["denied", "true 1"])
  }

  @Test func resourcesAreHeldAndGivenBack() throws {
    var (device, app) = try launch(
      touching: { probe, application in
        if let lock = probe.lock { application.release(lock) }
      },
      atLaunch: { probe, application in
        probe.lock = application.acquire(.fileLock, name: "db")
      })
    var fork = device
    try device.press(.home)
    try device.advance(by: .seconds(30))
    #expect(device.device.lastExit(of: app)?.reason == .lockHeld)
    try fork.touch("Go")
    try fork.press(.home)
    try fork.advance(by: .seconds(30))
    #expect(fork.state(of: app) == .suspended)
  }

  private struct Wrong: ApplicationDelegate {
    static var optionalMessages: Set<Message> { [.shouldSaveState] }

    mutating func application(
      _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
    ) -> ScriptValue { message == .shouldSaveState ? .integer(1) : .nil }
  }

  @Test func anAnswerOfAnotherTypeEndsTheApp() throws {
    var device = Simulation()
    let app = try device.install("Wrong") { Wrong() }
    try device.launch(app)
    try device.press(.home)
    try device.advance(by: .seconds(10))
    let exit = device.device.lastExit(of: app)
    #expect(exit?.reason == .crash)
    #expect(exit?.detail.contains("returns true or false") == true, "\(String(describing: exit))")
  }
}
