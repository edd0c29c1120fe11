// What the user brings into an app on a simulated device, in apps with scenes and without: code that knows
// nothing of the simulator hears it at one place.

import LifecycleServices
import Rehearsal
import RehearsalNativeApps
import Testing

/// Shipping code: it knows the services alone.
@MainActor
private final class Guest {
  private(set) var log: [String] = []
  let services: any ApplicationServices

  init(_ services: any ApplicationServices) {
    self.services = services
    services.setEntryHandler { entry, window in
      self.log.append("\(entry) in \(window.map { $0.identifier } ?? "none")")
    }
    services.setIncomingPushHandler { push in
      push.reportCall(from: push["caller"] ?? "nobody")
      self.log.append("call from \(push["caller"] ?? "nobody")")
    }
    services.setBackgroundUploadHandler { transfer in
      self.log.append("\(transfer.url) \(transfer.body ?? []) \(transfer.failure as Any)")
    }
  }

  func ask() {
    Task { log.append("camera \(await services.requestPermission(for: .camera))") }
  }
}

/// The messages that an app gets which implements them.
private let implemented: Set<Message> = [.didReceiveNotificationResponse, .didReceiveIncomingPush]

@MainActor
private final class GuestDelegate: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { ["ask", "load"] }
  nonisolated static var optionalMessages: Set<Message> { implemented }

  let guest: Guest

  init(_ application: MainActorApplication) {
    guest = Guest(application)
    application.server = { _ in ServerAnswer(body: [1, 2]) }
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    if control == "ask" { guest.ask() }
    if control == "load" { guest.services.beginBackgroundDownload(from: "https://a.example/map") }
  }
}

@MainActor
private final class WindowedGuest: MainActorApplicationDelegate {
  final class Scene: MainActorSceneDelegate {
    init(_ scene: MainActorScene, of app: WindowedGuest) {}
  }

  nonisolated static var optionalMessages: Set<Message> { implemented }

  let guest: Guest

  init(_ application: MainActorApplication) { guest = Guest(application) }
}

@MainActor
@Suite("Ways into an app on a simulated device") struct SimulatedEntriesTests {
  private static let info: [InfoKey: ScriptValue] = [
    .urlSchemes: .list([.string("notes")]), .activityTypes: .list([.string("read")]),
    .backgroundModes: .list([.symbol("voip")]),
  ]

  private func enter(_ device: inout Simulation, _ app: AppIdentifier) throws {
    try device.apply(.open("notes://1"))
    try device.apply(.handOff(app, "read"))
    // Quick actions are on the home screen.
    try device.press(.home)
    try device.apply(.quickAction(app, "new"))
    let payload = ScriptValue.map(named: [
      ("aps", .map(named: [("alert", .string("News"))])), ("note", .integer(7)),
    ])
    try device.press(.home)
    try device.apply(.push(app, payload: payload, type: .alert))
    try device.apply(.tapNotification(app))
  }

  @Test func theyComeToAnAppWithoutScenes() throws {
    var device = Simulation(profile: Profile(system: 17))
    let app = try device.install("Notes", info: Self.info) { GuestDelegate($0) }
    try enter(&device, app)
    let log = device.delegate(of: app, as: GuestDelegate.self)?.guest.log ?? []
    #expect(log.count == 4 && log.allSatisfy { $0.hasSuffix("in none") }, "\(log)")
    #expect(log.first == "link(\"notes://1\") in none")
    #expect(log.dropFirst().first?.contains("type: \"read\"") == true)
    #expect(log.dropFirst(2).first == "quickAction(\"new\") in none")
    #expect(log.last?.contains("\"note\": LifecycleServices.PushValue.number(7.0)") == true)
  }

  @Test func theyComeToAWindow() throws {
    var device = Simulation(profile: Profile(system: 17))
    let app = try device.install("Notes", info: Self.info) { WindowedGuest($0) }
    try enter(&device, app)
    let log = device.delegate(of: app, as: WindowedGuest.self)?.guest.log ?? []
    // The first one comes with the connection, and a notification is for no window.
    #expect(log.count == 4, "\(log)")
    #expect(log.first?.hasPrefix("link(\"notes://1\") in ") == true)
    #expect(log.prefix(3).allSatisfy { !$0.hasSuffix("in none") }, "\(log)")
    #expect(log.last?.hasSuffix("in none") == true)
  }

  @Test func aVoIPPushIsReportedAsACall() throws {
    var device = Simulation(profile: Profile(system: 17))
    let app = try device.install("Notes", info: Self.info) { GuestDelegate($0) }
    let payload = ScriptValue.map(named: [("caller", .string("Ada"))])
    try device.apply(.push(app, payload: payload, type: .voip))
    #expect(device.delegate(of: app, as: GuestDelegate.self)?.guest.log == ["call from Ada"])
  }

  @Test func theUserAnswers() throws {
    var device = Simulation(profile: Profile(system: 17))
    let app = try device.install("Notes", info: Self.info) { GuestDelegate($0) }
    try device.launch(app)
    try device.touch("ask")
    try device.apply(.answer(.permissionAlert))
    #expect(device.delegate(of: app, as: GuestDelegate.self)?.guest.log == ["camera true"])
  }

  @Test func aDownloadIsToldToTheNextProcess() throws {
    var device = Simulation(profile: Profile(system: 17))
    let app = try device.install("Notes", info: Self.info) { GuestDelegate($0) }
    try device.launch(app)
    try device.touch("load")
    try device.apply(.purge(app))
    try device.advance(by: .seconds(30))
    let log = device.delegate(of: app, as: GuestDelegate.self)?.guest.log ?? []
    #expect(log == ["https://a.example/map [1, 2] nil"])
    try device.advance(by: .seconds(60))
    #expect(device.state(of: app) == .suspended)
  }
}
