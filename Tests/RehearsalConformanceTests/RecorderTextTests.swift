// The recorder's file against what is expected of it; it is compiled and tried in
// `Examples/ShippingApp/Platform`.

import Foundation
import RehearsalConformance
import TestSupport
import Testing

@Suite("The recorder's file") struct RecorderTextTests {
  private func text() throws -> String {
    let url = Repository.root.appendingPathComponent(
      "Examples/DeviceProbes/Recorder/Recorder.swift")
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test("It has at most 150 lines, and imports Foundation and UIKit alone") func size() throws {
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
    #expect(lines.filter { $0.hasPrefix("import ") } == ["import Foundation", "import UIKit"])
  }

  @Test("It observes the notifications that the simulated recorder does") func notifications()
    throws
  {
    let text = try text()
    for name in ProbeRecorder.notifications {
      let bare = name.replacing("UIApplicationProtectedData", with: "")
        .replacing("UIApplication", with: "").replacing("UIScene", with: "")
        .replacing("Notification", with: "")
      #expect(text.contains(bare), "\(name)")
    }
  }

  @Test("The app of the probes has the steps that the command writes") func steps() throws {
    let url = Repository.root.appendingPathComponent("Examples/DeviceProbes/Shared/probes.jsonl")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == Probe.all.count)
    for (line, probe) in zip(lines, Probe.all) {
      #expect(line.contains("\"probe\":\"\(probe.name)\""))
      for sentence in probe.sentences where !sentence.contains("\"") && !sentence.contains("/") {
        #expect(line.contains(sentence), "\(probe.name): \(sentence)")
      }
    }
  }
}
