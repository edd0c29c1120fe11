// The recorder of the probes with what stands for UIKit: what it writes, and that a log goes on in another
// process.

import Foundation
import Recorder
import Testing
import UIKit

extension PlatformTests {
  @MainActor
  @Suite struct RecorderTests {
    @Test("Each notification, call and word is a line, numbered and flushed") func lines() throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("recorder-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // A process that was ended before has left when it was last alive.
      let log = folder.appendingPathComponent("leave-2.jsonl")
      let now = Int(Date().timeIntervalSince1970 * 1000)
      try Data("{\"recorder\":1,\"run\":2}\n".utf8).write(to: log)
      try Data("\(now - 5000) \(now - 1000) 0 1 \n".utf8).write(
        to: log.appendingPathExtension("alive"))

      Recorder.shared.start(probe: "leave", run: 2, in: folder)
      UIApplication.shared.applicationState = .active
      UIApplication.shared.post(UIApplication.didBecomeActiveNotification)
      Recorder.shared.met("applicationDidBecomeActive(_:)")
      let scene = UIScene()
      scene.activationState = .foregroundActive
      NotificationCenter.default.post(name: UIScene.didActivateNotification, object: scene)
      UIApplication.shared.isProtectedDataAvailable = false
      Recorder.shared.finish()
      UIApplication.shared.isProtectedDataAvailable = true

      let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").dropFirst()
        .map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
      #expect(
        lines.map { $0["name"] as? String } == [
          "", "UIApplicationDidBecomeActiveNotification", "applicationDidBecomeActive(_:)",
          "UISceneDidActivateNotification", "done",
        ])
      #expect(
        lines.map { $0["kind"] as? String } == [
          "end", "notification", "delegate", "notification", "log",
        ])
      #expect(lines.map { $0["n"] as? Int } == [1, 2, 3, 4, 5])
      #expect(lines.map { $0["process"] as? Int } == [1, 2, 2, 2, 2])
      #expect(lines[0]["time"] as? Int == 4000)
      #expect(lines[3]["scene"] as? Int == 1)
      #expect(lines[3]["sceneState"] as? String == "foregroundActive")
      #expect(lines[4]["protectedDataAvailable"] as? Bool == false)
    }
  }
}
