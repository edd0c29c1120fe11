// Extensions written in Swift: their own process, the data of their app, and no launch of it.

import Rehearsal
import RehearsalNativeApps
import TestSupport
import Testing

@Suite("Extensions in Swift") struct NativeExtensionTests {
  private struct Notes: ApplicationDelegate {
    mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
      try? application.store("milk", forKey: "draft")
    }
  }

  private struct Widget: ApplicationDelegate {
    static var optionalMessages: Set<Message> { [.beginRequest] }
    var heard: [Message] = []
    var shown = ""

    mutating func application(
      _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
    ) -> ScriptValue {
      heard.append(message)
      shown = application.stored("draft", as: String.self) ?? "no draft"
      return .nil
    }
  }

  @Test func anExtensionSharesTheDataOfItsAppAndStartsNone() throws {
    var device = Simulation()
    // An extension may come before its app.
    let widget = try device.install("Widget", extensionOf: "Notes") { Widget() }
    let notes = try device.install("Notes") { Notes() }
    try device.apply(.wake(widget))
    #expect(device.delegate(of: widget, as: Widget.self)?.shown == "no draft")
    #expect(device.state(of: notes) == .notRunning)
    try device.launch(notes)
    try device.press(.home)
    try device.apply(.wake(widget))
    let delegate = device.delegate(of: widget, as: Widget.self)
    #expect(delegate?.shown == "milk" && delegate?.heard == [.beginRequest, .beginRequest])
    try device.advance(by: .seconds(10))
    #expect(device.state(of: widget) == .suspended)
  }

  @Test func anExtensionHasNoIcon() throws {
    var device = Simulation()
    try device.install("Notes") { Notes() }
    let widget = try device.install("Widget", extensionOf: "Notes") { Widget() }
    let outcome = try device.launch(widget)
    guard case .refused(let record) = outcome else {
      Issue.record("it was launched")
      return
    }
    #expect(device.records().first { $0.index == record }?.rule == .R179)
  }

  @Test func scriptsSeeTheExtensionOfAHost() throws {
    var host = ScriptHost()
    try host.install("Notes") { Notes() }
    try host.install("Widget", extensionOf: "Notes") { Widget() }
    let script = Script(
      SourceText(
        name: "widget.rehearsal",
        """
        scenario "the draft is there" {
            launch Notes
            press .home
            wake Widget
            expect Widget.calls == [.beginRequest]
            expect refused("R179") { launch Widget }
        }
        """), host: host)
    let played = Play(script)
    #expect(played.diagnostics.isEmpty)
    #expect(played.report?.hasPassed == true, "\(played.shown)")
  }
}
