// Findings about the way to the background: work that is begun there and not kept alive, what covers a
// secret too late, and what adds itself again at each return.

import RehearsalLifecycle
import SwiftSyntax

extension AuditedApp {
  // MARK: Work

  /// Work that begins in a closure as the app enters the background, and that nothing keeps alive.
  func leavingFindings() -> [AuditFinding] {
    code(at: .entersBackground).flatMap { code -> [AuditFinding] in
      guard !isKeptAlive(code) else { return [] }
      return program.reach([code], isSure: true).lazy.compactMap { reached in
        self.lostWork(in: reached)
      }.prefix(1).map { $0 }
    } + coverFindings()
  }

  static let keepers: Set = [
    "beginBackgroundTask", "performExpiringActivity", "beginActivity",
    "beginBackgroundTaskWithName", "beginBackgroundTaskWithExpirationHandler",
  ]

  /// Whether something that runs at this moment, anywhere in the app, keeps it running.
  private func isKeptAlive(_ code: Code) -> Bool {
    // Whoever plays sound, follows places or talks to accessories is not suspended.
    let modes = Set(manifest.backgroundModes).intersection([
      "audio", "location", "bluetooth-central", "bluetooth-peripheral", "external-accessory",
    ])
    guard modes.isEmpty else { return true }
    let moments = [Moment.entersBackground, .resigns].flatMap { self.code(at: $0) }
    return program.reach(moments, isSure: false).contains { reached in
      reached.calls.contains { call in
        Self.keepers.contains(call.name) || call.name.lowercased().contains("backgroundtask")
      }
    }
  }

  private static let verbs = [
    "save", "persist", "write", "archive", "flush", "synchron", "sync", "upload", "send", "backup",
    "export", "commit", "store",
  ]
  private static let beginnings: Set = ["async", "asyncAfter", "detached", "Task", "perform"]

  private func lostWork(in code: Code) -> AuditFinding? {
    for call in code.calls where !call.isInClosure && Self.beginnings.contains(call.name) {
      let isQueue = call.callee.lowercased().contains("queue") || call.callee.contains("global")
      let isTask = call.callee == "Task" || call.callee == "Task.detached"
      guard isQueue || isTask, let closure = call.closures.last else { continue }
      let work = CallCollector.calls(in: Syntax(closure.statements)).first { inner in
        let name = inner.name.lowercased()
        return Self.verbs.contains(where: name.hasPrefix) && !name.hasPrefix("sendaction")
          && !Logging.isLog(inner.node)
      }
      guard let work else { continue }
      return AuditFinding(
        .workWithoutBackgroundTask, at: code.source.place(of: call.node), work.callee)
    }
    return nil
  }

  // MARK: Covers

  private static let coverWords = [
    "blur", "cover", "privacy", "shield", "curtain", "overlay", "obscur", "splash", "lockscreen",
  ]

  /// What covers the screen in a closure that runs after the app has entered the background.
  private func coverFindings() -> [AuditFinding] {
    let resigning = program.reach(code(at: .resigns), isSure: false)
    guard !resigning.contains(where: { Self.covers(Syntax($0.node)) }) else { return [] }
    return code(at: .entersBackground).flatMap { code -> [AuditFinding] in
      code.calls.filter { call in
        !call.isInClosure
          && (call.callee == "Task" || call.name == "async" || call.name == "asyncAfter")
          && call.closures.contains { Self.covers(Syntax($0.statements)) }
      }.prefix(1).map {
        AuditFinding(.secretCoveredLate, at: code.source.place(of: $0.node), $0.callee)
      }
    }
  }

  private static func covers(_ node: Syntax) -> Bool {
    CallCollector.calls(in: node).contains { call in
      let text = (call.callee + call.node.arguments.compactText).lowercased()
      let isAdding =
        ["addSubview", "present", "insertSubview", "makeKeyAndVisible", "bringSubviewToFront"]
        .contains(call.name) || coverWords.contains { call.name.lowercased().contains($0) }
      return isAdding && coverWords.contains(where: text.contains)
    }
      || node.compactText.lowercased().contains("ishidden=false")
        && coverWords.contains(where: node.compactText.lowercased().contains)
  }

  // MARK: Observers

  /// Observers that are added at each return, and never removed.
  func observerFindings() -> [AuditFinding] {
    let starts = [Moment.becomesActive, .entersForeground].flatMap { code(at: $0) }
    let counterpart =
      hasScenes && !isSwiftUIApp
      ? "sceneDidEnterBackground(_:)" : "applicationDidEnterBackground(_:)"
    return program.reach(starts, isSure: true, following: Self.runsAlways).flatMap {
      code -> [AuditFinding] in
      let removes = program.allFunctions.contains { function in
        function.owner == code.owner
          && function.calls.contains { $0.name.hasPrefix("removeObserver") || $0.name == "cancel" }
      }
      guard !removes else { return [] }
      return code.calls.filter { call in
        call.name == "addObserver" && !call.isInClosure
          && (call.argument("selector") != nil || call.argument("forName") != nil)
          && Self.runsAlways(call, in: code)
      }.prefix(1).map {
        AuditFinding(.observerDoubled, at: code.source.place(of: $0.node), counterpart)
      }
    }
  }
}
