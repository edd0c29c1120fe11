// What can be read of an app from outside. Things that are plain data are given as maps, so
// that `Notes.exit.reason` is a map's member.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension OutsideMember {
  /// What to write instead of looking at an app's messages or records in a state.
  static let adviceOnRecords =
    "count what matters in a variable of the app, or keep it in `after { }`"

  private static let adviceOnProcesses =
    "compare `launchReason`, or count the starts in a variable of the app's disk"

  /// What can be read of an app.
  static let ofApps: [OutsideMember] = [
    OutsideMember(
      ofApp: "state", reads: [], .symbol(ProcessState.self),
      "The actual state, such as `.active` or `.suspended`."
    ) { session, app in .symbol(session.device.state(of: app).rawValue) },
    OutsideMember(
      ofApp: "isRunning", reads: [], .boolean, tellsLife: true,
      "Whether a process exists, suspended included."
    ) { session, app in .boolean(session.device.process(of: app) != nil) },
    OutsideMember(
      ofApp: "pid", reads: [], .optional(.integer), tellsLife: true,
      historyAdvice: adviceOnProcesses,
      "The number of the running process, nil without one."
    ) { session, app in
      session.device.process(of: app).map { process in
        .integer(Int64(session.injected.original(of: process).number))
      } ?? .nil
    },
    OutsideMember(
      ofApp: "incarnation", reads: [], .integer, tellsLife: true, historyAdvice: adviceOnProcesses,
      "How many processes the app has had."
    ) { session, app in
      .integer(Int64(session.device.incarnations(of: app) - session.injected.launchCount(of: app)))
    },
    OutsideMember(
      ofApp: "launchReason", reads: [], .optional(.symbol(LaunchReason.self)),
      "Why the running process was started, nil without one."
    ) { session, app in
      session.device.process(of: app).map { process in
        .symbol(session.injected.original(of: process).launchReason.rawValue)
      } ?? .nil
    },
    OutsideMember(
      ofApp: "calls", reads: [], .list(.message), historyAdvice: adviceOnRecords,
      "The messages that were sent, in order."
    ) { session, app throws(HostFunctionError) in try session.calls(of: app) },
    OutsideMember(
      ofApp: "trace", reads: [], .list(.map(.record)), historyAdvice: adviceOnRecords,
      "The records about the app, as maps; a missing key is nil with `[\"rule\"]`."
    ) { session, app throws(HostFunctionError) in try session.trace(of: app) },
    OutsideMember(
      ofApp: "exit", reads: [], .optional(.map(.exit)), of: .life, tellsLife: true,
      "How the last process ended, nil before the first end."
    ) { session, app in session.lastExit(of: app)?.scriptValue ?? .nil },
    OutsideMember(
      ofApp: "exits", reads: [], .list(.map(.exit)), of: .life, tellsLife: true,
      historyAdvice: "`exit` is the last one; keep others in a variable, in `after { }`",
      "How the processes ended, the last one last."
    ) { session, app throws(HostFunctionError) in try session.exits(of: app) },
    OutsideMember(
      ofApp: "tasks", reads: [], .list(.map(.task)), of: .process,
      "The background tasks that were begun and not ended."
    ) { session, app in
      .list(
        session.device.backgroundTasks(of: app).map { task in
          .map(named: [("name", .string(task.name)), ("began", .span(task.began.spanSinceStart))])
        })
    },
    OutsideMember(
      ofApp: "timers", reads: [], .list(.map(.timer)), of: .process,
      "The timers that may still fire."
    ) { session, app in
      .list(
        session.device.timers(of: app).map { timer in
          .map(
            named: [
              ("due", .span(timer.due.spanSinceStart)),
              ("interval", timer.interval.map { .span($0) }),
            ])
        })
    },
    OutsideMember(
      ofApp: "codeCounts", reads: [], .map(nil), of: .process,
      "The objects that the code of an app in Swift holds beside timers and tasks, such as `[\"observers\": 2]`."
    ) { session, app in
      .map(
        named: (session.simulation.code(of: app)?.counts ?? []).map {
          ($0.name, .integer(Int64($0.count)))
        })
    },
    storage("disk", .disk, "The app's files, by key."),
    storage("preferences", .preferences, "The app's preferences, by key."),
    storage("caches", .caches, "The files that the system may remove, by key."),
    OutsideMember(
      ofApp: "requests", reads: [], .list(.map(.request)),
      "The pending requests to the task scheduler, in order."
    ) { session, app in
      .list(
        session.device.taskRequests(of: app).map { request in
          .map(
            named: [
              ("identifier", .string(request.identifier)), ("kind", .symbol(request.kind.rawValue)),
              ("earliest", .span(request.earliest.spanSinceStart)),
            ])
        })
    },
    OutsideMember(
      ofApp: "assertions", reads: [], .list(.map(.assertion)), of: .process,
      "The reasons why the process keeps running in the background."
    ) { session, app in
      .list(
        session.device.assertions(of: app).map { assertion in
          .map(
            named: [
              ("kind", .symbol(assertion.kind.name)),
              ("allowance", assertion.allowance.map { .span($0) } ?? .symbol("unlimited")),
              ("remaining", assertion.remaining.map { .span($0) } ?? .symbol("unlimited")),
              ("warned", .boolean(assertion.isWarned)),
            ])
        })
    },
    OutsideMember(
      ofApp: "settings", reads: [], .handle(.appSettings),
      "The user's settings for the app."
    ) { session, app in session.part(.appSettings, of: app) },
    OutsideMember(
      ofApp: "scenes", reads: [.windowNumber], .list(.map(.scene)), of: .process,
      "The app's windows in the order of their creation, as maps with their scenes' variables."
    ) { session, app throws(HostFunctionError) in try session.scenes(of: app) },
    OutsideMember(
      ofApp: "screen", reads: [], .optional(.string), of: .process,
      "The screen that the app shows, nil before it showed one."
    ) { session, app in .text(session.device.screen(of: app)) },
    OutsideMember(
      ofApp: "presented", reads: [], .optional(.string), of: .process,
      "The title of the alert or action sheet over it, nil without one."
    ) { session, app in .text(session.device.presented(of: app)) },
    OutsideMember(
      ofApp: "snapshot", reads: [], .optional(.string),
      "The app's snapshot in the switcher, nil before one was taken."
    ) { session, app in .text(session.device.snapshots(of: app).last) },
    OutsideMember(
      ofApp: "snapshots", reads: [], .list(.string), "All snapshots of the app, the newest last."
    ) { session, app in .list(session.device.snapshots(of: app).map { .string($0) }) },
    OutsideMember(
      ofApp: "memory", reads: [], .integer, of: .process, "The memory of the process, in bytes."
    ) { session, app in
      .integer(session.device.memory(of: app))
    },
    OutsideMember(
      ofApp: "priority", reads: [], .optional(.integer),
      "The jetsam priority, nil without a process; the lowest is killed first."
    ) { session, app in
      session.device.memoryPriority(of: app).map { .integer(Int64($0)) } ?? .nil
    },
    storage(
      "protectedDisk", .protectedDisk,
      "The app's files that can be read only while the device is unlocked, by key."),
    storage(
      "keychain", .keychain,
      "The app's items of the Keychain, by key, which remain when the app is deleted."),
    OutsideMember(
      ofApp: "activities", reads: [], .list(.map(nil)),
      "The app's Live Activities on the lock screen, as maps with `id`, `state` and `content`."
    ) { session, app in .list(session.device.activities(of: app).map(\.value)) },
    OutsideMember(
      ofApp: "notifications", reads: [], .list(.map(nil)),
      "The app's notifications that are shown, as maps, the newest last."
    ) { session, app in .list(session.device.notifications(of: app)) },
    OutsideMember(
      ofApp: "pendingNotifications", reads: [], .list(.map(nil)),
      "The notifications that the app has scheduled, as maps."
    ) { session, app in
      .list(session.device.pendingNotifications(of: app).map(\.scriptValue))
    },
  ]

  private static func storage(
    _ name: String, _ kind: HandleKind, _ summary: String
  ) -> OutsideMember {
    OutsideMember(ofApp: name, reads: [], .handle(kind), summary) { session, app in
      session.part(kind, of: app)
    }
  }
}

extension ScriptValue {
  /// A text where there is one.
  fileprivate static func text(_ text: String?) -> ScriptValue { text.map { .string($0) } ?? .nil }
}
