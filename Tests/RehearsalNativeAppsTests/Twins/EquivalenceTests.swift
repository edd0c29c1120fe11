// A native app is an app like a scripted one: two apps that do the same, one in each way, leave the
// same trace whatever happens to them, record by record.

import Rehearsal
import RehearsalLifecycle
import RehearsalNativeApps
import TestSupport
import Testing

@Suite("Native and scripted apps are equal")
struct EquivalenceTests {
  @Test(arguments: [false, true])
  func tracesAreTheSame(hasScenes: Bool) throws {
    var messages: Set<Message> = []
    var exits: Set<ExitReason> = []
    var played: Set<ActionName> = []
    for seed in TestTier.sample(Array(1...180 as ClosedRange<UInt64>), oneOf: 12) {
      var chance = SeededGenerator(seed: seed)
      let plan = chance.plan(hasScenes: hasScenes)
      var scripted = try simulation(plan.script)
      var native = try simulation(plan.device, host: host(plan))
      for step in 1...60 {
        let before = scripted.history.endIndex
        // The last lives have what disturbs the others too much: devices that are switched off.
        let stimulus = chance.stimulus(for: scripted.device.apps, anywhere: seed > 150)
        let pause = chance.pause()
        played.insert(stimulus.name)
        let outcomes = (
          Result { try scripted.apply(stimulus) }, Result { try native.apply(stimulus) }
        )
        #expect("\(outcomes.0)" == "\(outcomes.1)", "seed \(seed), step \(step)")
        try scripted.advance(by: pause)
        try native.advance(by: pause)
        let records = scripted.records(since: before)
        guard records == native.records(since: before) else {
          report(scripted, native, since: before, "seed \(seed), step \(step): \(stimulus)")
          return
        }
        for record in records {
          if case .message(let message) = record.subject { messages.insert(message) }
          if case .exit(let reason) = record.subject { exits.insert(reason) }
        }
      }
      for app in scripted.device.apps {
        #expect(
          scripted.device.value(forKey: "n", in: .disk, of: app)
            == native.device.value(forKey: "n", in: .disk, of: app))
      }
    }
    // The comparison is worth something only if much has happened, which takes all lives.
    guard TestTier.isThorough else { return }
    #expect(Self.expected(hasScenes: hasScenes).subtracting(messages) == [])
    let reasons: Set<ExitReason> = [.exited, .forceQuit, .memoryPressure, .backgroundTaskExpired]
    #expect(reasons.subtracting(exits) == [])
    #expect(Set(ActionName.allCases).subtracting(played) == [])
  }

  private static func expected(hasScenes: Bool) -> Set<Message> {
    let toScenes = Set(
      Message.allCases.filter { $0.definition.receiver == .scene }
        + [.configurationForConnecting, .didDiscardSceneSessions])
    let handled = Message.allCases.filter {
      !$0.definition.isOptIn || PlainTwin.optionalMessages.contains($0)
    }
    guard hasScenes else { return Set(handled).subtracting(toScenes) }
    // What only systems before iOS 13 send, or apps without scenes get, and a registration that is
    // answered with an error where the user refuses, as those systems do.
    return toScenes.union(handled).subtracting([
      .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground, .open,
      .continueUserActivity, .performAction, .didFailToContinueUserActivity, .performFetch,
      .shouldSaveState, .shouldRestoreState, .willEncodeState, .didReceiveLocalNotification,
      .handleAction, .didFailToRegisterForRemoteNotifications,
    ])
  }

  private func host(_ plan: TwinPlan) throws -> ScriptHost {
    var host = ScriptHost()
    for name in ["A", "B"] {
      if plan.hasScenes {
        try host.install(name, info: plan.info(name)) { SceneTwin(plan) }
      } else {
        try host.install(name, info: plan.info(name)) { PlainTwin(plan) }
      }
    }
    return host
  }

  /// The device of a script that does nothing.
  private func simulation(_ text: String, host: ScriptHost = ScriptHost()) throws -> Simulation {
    let script = Script(SourceText(name: "twin.rehearsal", text), host: host)
    var session = try script.session()
    #expect(session.run().hasPassed)
    return session.simulation
  }

  private func report(
    _ scripted: Simulation, _ native: Simulation, since index: Int, _ place: String
  ) {
    let (left, right) = (scripted.records(since: index), native.records(since: index))
    let first =
      zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(left.count, right.count)
    let near = max(0, first - 8)..<(first + 2)
    func text(_ records: [Record]) -> String {
      records.indices.clamped(to: near).map { "\(records[$0])" }.joined(separator: "\n")
    }
    Issue.record("\(place)\nscripted:\n\(text(left))\nnative:\n\(text(right))")
  }
}

extension SeededGenerator {
  private mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  fileprivate mutating func plan(hasScenes: Bool) -> TwinPlan {
    TwinPlan(
      system: hasScenes
        ? Int.random(in: 13...27, using: &self) : Int.random(in: 4...26, using: &self),
      isPad: Bool.random(using: &self), hasPasscode: Bool.random(using: &self),
      hasScenes: hasScenes)
  }

  fileprivate mutating func pause() -> TimeSpan {
    one([.zero, .milliseconds(100), .milliseconds(800), .seconds(2), .seconds(12), .seconds(45)])
  }

  fileprivate mutating func stimulus(
    for apps: [AppIdentifier], anywhere isAnywhere: Bool
  ) -> Stimulus {
    let app = one(apps)
    let usual: [Stimulus] = [
      .launch(app), .launch(app), .press(.home), .unlock, .touch(nil, control: "Button"),
      .quickAction(app, "new"), .open(one(["a://x", "b://x"])),
    ]
    guard Bool.random(using: &self) else { return one(usual) }
    if isAnywhere, Bool.random(using: &self) { return one(surroundings(of: app)) }
    let alert = ScriptValue.map([
      .init(.string("alert"), .string("Hi")), .init(.string("content-available"), .integer(1)),
    ])
    let payload = ScriptValue.map([.init(.string("aps"), alert)])
    return one([
      .press(.lock), .press(.switcher), .forceQuit(app), .purge(app), .terminate(app),
      .interrupt(one([.phoneCall, .alarm, .controlCenter])), .dismiss(.phoneCall),
      .answer(.phoneCall), .answer(.permissionAlert), .dismiss(.permissionAlert),
      .dismiss(.controlCenter), .hangUp, .open(one(["a://x", "b://x"])), .tapNotification(app),
      .tapNotification(app, action: one(["show", "mute"])), .dismissNotification(app),
      .clearNotifications, .interrupt(.notificationCenter), .network(one([.on, .off])),
      .failTransfer(app, "u"), .changeLanguage(one(["fr", "en"])), .answer(.purchase),
      .dismiss(.purchase), .appSetting(app, .permission(.contacts, Bool.random(using: &self))),
      .newWindow(app), .closeWindow(app, one([1, 2])),
      .disconnectScene(app, one([1, 2])), .splitView(app), .switchTo(app, window: nil),
      .rotate(.landscapeLeft), .push(app, payload: payload, type: .alert), .fetch(app),
      .runBackgroundTask(app, identifier: "task"), .locate(app, .by(metres: 600)), .warnMemory,
      .setClock(one(["2026-06-01 12:00", "2026-12-31 23:59"])),
      .condition(.batteryLevel(one([0.8, 0.5]))), .reboot, .changeTimeZone("Europe/Paris"),
      .update(app), .handOff(app, "edit", fails: Bool.random(using: &self)),
      .openSearchResult(app, "7"), .performIntent(app, one(["show", "start"])),
      .healthUpdate(app, type: "steps"), .watchMessage(app, .emptyMap), .wake(app),
      .closePictureInPicture(app), .expandPictureInPicture(app), .prewarm(app), .press(.siri),
      .dismiss(.siri), .answer(.phoneCall), .answer(.phoneCall),
      .connect(.carPlay, name: "Car"), .disconnect(.carPlay, name: "Car"), .launchInCar(app),
      .launchInCar(app), .pressHomeInCar,
      .crossRegion(app, name: "home", isEntry: Bool.random(using: &self)),
      .crossRegion(app, name: "home", isEntry: Bool.random(using: &self)),
      .visit(app, name: "home"),
      .visit(app, name: "home"), .quickAction(app, "new"), .quickAction(app, "new"),
      .expandPictureInPicture(app), .expandPictureInPicture(app),
      .handOff(app, "edit", fails: true),
      .handOff(app, "edit"), .openSearchResult(app, "7"), .connect(.carPlay, name: "Car"),
      .disconnect(.carPlay, name: "Car"), .launchInCar(app), .tapNotification(app, action: "mute"),
      .tapNotification(app, action: "mute"), .endWebContent(app), .endWebContent(app),
    ])
  }
  /// What is done to the device rather than with an app, and what few apps are made for.
  private mutating func surroundings(of app: AppIdentifier) -> [Stimulus] {
    [
      .slideOver(app), .stage(app), .unstage(app), .dragDivider,
      .releaseDivider(closing: Bool.random(using: &self) ? app : nil),
      .connect(.screen, name: "TV"), .disconnect(.screen, name: "TV"), .press(.screenshot),
      .plugInHeadphones, .unplugHeadphones, .expandCall, .startActivityByPush(app, "pushed"),
      .stopActivity(app, "pushed"), .touchActivity(app, "a"),
      .startScreenRecording, .stopScreenRecording, .push(app, payload: .emptyMap, type: .voip),
      .push(app, payload: .emptyMap, type: .voip),
      .interrupt(one([.applePay, .signIn, .sms, .siri, .biometrics])), .answer(.applePay),
      .dismiss(.applePay), .answer(.signIn), .dismiss(.signIn), .dismiss(.sms),
      .answer(.biometrics),
      .setting(.incomingCalls(one([.banner, .fullScreen]))),
      .setting(.alertStyle(one([.banner, .alert]))), .setting(.lowPowerMode(true)),
      .setting(.airplaneMode(Bool.random(using: &self))), .appSetting(app, .language("de")),
      .condition(.thermalState(one([.fair, .nominal]))), .changeLocale(one(["fr", "en"])),
      .changeTimeZone(one(["Asia/Tokyo", "UTC"])), .shutDown, .powerOn, .powerOn, .powerOn,
      .powerOn, .uninstall(app), .install(app), .install(app), .install(app), .install(app),
      .bluetoothEvent(app, peripheral: "strap"), .pressure(64 << 20),
      .cancelBackgroundTask(app, identifier: "task"),
    ]
  }
}
