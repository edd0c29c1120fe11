// Findings in methods of Objective-C, by their words and statements: background and scheduled tasks, what
// begins or waits as the app launches or leaves, windows, observers and databases.

import RehearsalRules

extension AuditedApp {
  /// What is wrong in methods of Objective-C; all of it is suspected.
  func objectiveCFindings() -> [AuditFinding] {
    guard program.hasObjectiveC else { return [] }
    return
      (objectiveCTasks() + objectiveCScheduledTasks() + objectiveCIdentifiers()
      + objectiveCLeaving() + objectiveCWaits() + objectiveCWindows() + objectiveCObservers()
      + objectiveCTimers() + objectiveCDatabases()).map(\.suspected)
  }

  /// The methods of sources in which one of these words stands, but for those that are perhaps not compiled.
  private func objectiveCMethods(near words: [String]) -> [ObjectiveCSource.Method] {
    program.objectiveCSources(mentioning: words).flatMap(\.methods).filter { !$0.isConditional }
  }

  /// The methods of delegates that run at some moments.
  private func objectiveCMethods(at moments: [Moment]) -> [ObjectiveCSource.Method] {
    handlers.filter { found in
      found.handler.moment.map(moments.contains) ?? false && isCalled(found)
    }.compactMap(\.objectiveC).filter { !$0.isConditional }
  }

  // MARK: Background tasks

  private static let beginnings = [
    "beginBackgroundTaskWithExpirationHandler", "beginBackgroundTaskWithName",
  ]

  private func objectiveCTasks() -> [AuditFinding] {
    let leaving = objectiveCMethods(at: [.entersBackground, .resigns])
    return objectiveCMethods(near: Self.beginnings).flatMap { method -> [AuditFinding] in
      let statements = method.code.plainStatements.filter {
        $0.names(prefixes: ["beginbackgroundtask"])
      }
      return expiries(of: method)
        + statements.flatMap { statement -> [AuditFinding] in
          guard let (name, isDeclared) = statement.assigned else { return [] }
          if isDeclared { return unendedTask(name, begunBy: statement, in: method) }
          let isLeaving = leaving.contains { $0.place == method.place }
          return isLeaving ? overwrittenTask(name, begunBy: statement, in: method) : []
        }
    }
  }

  private func unendedTask(
    _ name: String, begunBy statement: ObjectiveCBody, in method: ObjectiveCSource.Method
  ) -> [AuditFinding] {
    guard method.code.names("endBackgroundTask"),
      let path = ObjectiveCPaths.missed(.backgroundTask(name), in: method.code)
    else { return [] }
    let rule =
      statement.blocks.contains { $0.names("endBackgroundTask") }
      ? AuditRule.backgroundTaskLeftToExpiry : .backgroundTaskNotEnded
    guard rule.identifier != AuditRule.backgroundTaskLeftToExpiry.identifier || path.end == .returns
    else { return [] }
    return [AuditFinding(rule, at: method.place(of: path), path.end.words, name)]
  }

  /// A property that gets a task while it may hold one.
  private func overwrittenTask(
    _ name: String, begunBy statement: ObjectiveCBody, in method: ObjectiveCSource.Method
  ) -> [AuditFinding] {
    let ends = program.objectiveCSources(mentioning: ["endBackgroundTask"]).flatMap(\.methods)
      .filter { $0.type == method.type && $0.code.names("endBackgroundTask") }
      .map { String($0.selector.prefix { $0 != ":" }) }
    let back = objectiveCMethods(at: [.entersForeground, .becomesActive])
    guard let before = method.code.before(wordOf: "beginBackgroundTask"),
      !before.withoutLast(name).names(name), !ends.contains(where: before.names),
      !back.contains(where: { other in
        other.code.names("endBackgroundTask") || ends.contains(where: other.code.names)
      })
    else { return [] }
    return [
      AuditFinding(
        .backgroundTaskOverwritten, at: method.place(of: statement.tokens.first), name)
    ]
  }

  /// Expiration handlers that are missing or end nothing.
  private func expiries(of method: ObjectiveCSource.Method) -> [AuditFinding] {
    let flat = method.code.tokens
    return flat.indices.flatMap { index -> [AuditFinding] in
      let text = flat[index].text
      guard text == "beginBackgroundTaskWithExpirationHandler" || text == "expirationHandler",
        index + 2 < flat.endIndex, flat[index + 1].text == ":"
      else { return [] }
      let why: String
      if flat[index + 2].text == "nil" || flat[index + 2].text == "NULL" {
        why = "This task has no expiration handler"
      } else if flat[index + 2].text == "^",
        let handler = ObjectiveCBody(flat[(index + 2)...]).blocks.first, handler.onlyLogs
      {
        why =
          handler.tokens.isEmpty
          ? "The expiration handler of this task is empty"
          : "The expiration handler of this task only logs"
      } else {
        return []
      }
      return [
        AuditFinding(.backgroundTaskNotEndedOnExpiry, at: method.place(of: flat[index]), why)
      ]
    }
  }

  // MARK: Scheduled tasks

  private func objectiveCScheduledTasks() -> [AuditFinding] {
    objectiveCMethods(near: ["BGTask", "BGAppRefreshTask", "BGProcessingTask"])
      .flatMap { method -> [AuditFinding] in
        guard let task = method.scheduledTask,
          method.code.names("setTaskCompletedWithSuccess")
        else { return [] }
        if let path = method.missed(.scheduledTask(task)) {
          return [
            AuditFinding(.scheduledTaskNotCompleted, at: method.place(of: path), path.end.words)
          ]
        }
        let isAtOnce = method.code.withoutBlocks.names("setTaskCompletedWithSuccess")
        guard !isAtOnce, !method.code.names("expirationHandler"),
          !program.mentions("expirationHandler")
        else { return [] }
        return [
          AuditFinding(
            .scheduledTaskNotEndedOnExpiry, at: method.place, "This task has no expiration handler")
        ]
      }
  }

  /// Identifiers of scheduled tasks that the Info.plist does not list.
  private func objectiveCIdentifiers() -> [AuditFinding] {
    objectiveCMethods(near: [
      "registerForTaskWithIdentifier", "BGAppRefreshTaskRequest", "BGProcessingTaskRequest",
    ]).flatMap { method -> [AuditFinding] in
      let lines = method.literalBody.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { offset, line -> AuditFinding? in
        let isRegistration = line.contains("registerForTaskWithIdentifier:@\"")
        guard
          isRegistration
            || line.contains("TaskRequest alloc") && line.contains("initWithIdentifier:@\""),
          let start = line.range(of: "WithIdentifier:@\"")?.upperBound,
          case let identifier = String(line[start...].prefix { $0 != "\"" }), !isListed(identifier)
        else { return nil }
        let place = Place(path: method.place.path, line: method.bodyLine + offset, column: 1)
        return AuditFinding(.taskNotListed, isRegistration ? .R101 : .R102, at: place, identifier)
      }
    }
  }

  // MARK: Leaving and waiting

  private static let keepingWords = [
    "save", "persist", "archive", "flush", "upload", "backup", "writeto", "synchronize", "store",
  ]

  /// Work that is put on a queue as the app leaves, and covers that come too late.
  private func objectiveCLeaving() -> [AuditFinding] {
    let leaving = objectiveCMethods(at: [.entersBackground])
    let all = objectiveCMethods(at: [.entersBackground, .resigns])
    let isKept =
      all.contains { $0.code.names(prefixes: ["beginbackgroundtask"]) } || isKeptAliveAsItLeaves
    let isCovered = objectiveCMethods(at: [.resigns]).contains { Self.covers($0.code) }
    return leaving.flatMap { method in
      method.code.plainStatements.compactMap { statement -> AuditFinding? in
        let begins = statement.tokens.first?.text
        guard begins == "dispatch_async" || begins == "dispatch_after",
          let block = statement.blocks.last, let word = begins
        else { return nil }
        let place = method.place(of: statement.tokens.first)
        if !isCovered, Self.covers(block) {
          return AuditFinding(.secretCoveredLate, at: place, String(word))
        }
        guard !isKept,
          let work = block.tokens.first(where: { token in
            Self.keepingWords.contains { token.text.lowercased().hasPrefix($0) }
          })
        else { return nil }
        return AuditFinding(.workWithoutBackgroundTask, at: place, String(work.text))
      }
    }
  }

  private static func covers(_ body: ObjectiveCBody) -> Bool {
    let words = ["blur", "cover", "privacy", "shield", "curtain", "overlay", "obscur", "splash"]
    return body.names(prefixes: ["addsubview", "insertsubview", "bringsubviewtofront"])
      && body.names(prefixes: words)
  }

  /// Waits of the main thread at a launch and on the way to the background.
  private func objectiveCWaits() -> [AuditFinding] {
    let occasions: [(Moment, String, RuleNumber)] = [
      (.launch, "while the app launches", .R109), (.connection, "while the app launches", .R109),
      (.entersBackground, "as the app enters the background", .R055),
    ]
    let waits = [
      "dispatch_semaphore_wait", "dispatch_group_wait", "sendSynchronousRequest",
      "waitUntilAllOperationsAreFinished", "sleepForTimeInterval",
    ]
    return occasions.flatMap { moment, when, rule in
      objectiveCMethods(at: [moment]).compactMap { method -> AuditFinding? in
        guard
          let wait = method.code.withoutBlocks.tokens.first(where: {
            waits.contains(String($0.text))
          })
        else { return nil }
        // One that begins with a count is a lock, and one from elsewhere may be.
        guard
          wait.text != "dispatch_semaphore_wait"
            || method.body.contains("dispatch_semaphore_create(0)")
        else { return nil }
        return AuditFinding(
          .mainThreadWaits, rule, at: method.place(of: wait), String(wait.text), when)
      }
    }
  }

  // MARK: Windows, observers, databases and sessions

  /// Windows that are made at the launch of an app with scenes.
  private func objectiveCWindows() -> [AuditFinding] {
    guard hasScenes, deploysFrom13 else { return [] }
    return objectiveCMethods(at: [.launch]).compactMap { method in
      guard !method.code.names("available"),
        !method.code.names(prefixes: ["windowscene", "setwindowscene"])
      else { return nil }
      let made = method.code.plainStatements.first { statement in
        statement.names("UIWindow") && statement.names("initWithFrame")
      }
      return made.map { AuditFinding(.windowWithoutScene, at: method.place(of: $0.tokens.first)) }
    }
  }

  /// Observers that are added each time the app becomes active.
  private func objectiveCObservers() -> [AuditFinding] {
    let counterpart =
      hasScenes ? "sceneDidEnterBackground(_:)" : "applicationDidEnterBackground(_:)"
    return objectiveCMethods(at: [.becomesActive, .entersForeground]).compactMap { method in
      let added = method.code.plainStatements.first { statement in
        statement.names("addObserver") && statement.names("selector")
          && statement.names(prefixes: ["nsnotificationcenter"])
      }
      let isRemoved = program.objectiveCSources(mentioning: ["removeObserver"]).flatMap(\.methods)
        .contains { $0.type == method.type && $0.code.names("removeObserver") }
      guard let added, !isRemoved else { return nil }
      return AuditFinding(.observerDoubled, at: method.place(of: added.tokens.first), counterpart)
    }
  }

  /// Repeating timers that are started each time the app becomes active.
  private func objectiveCTimers() -> [AuditFinding] {
    let counterpart =
      hasScenes ? "sceneWillResignActive(_:)" : "applicationWillResignActive(_:)"
    return objectiveCMethods(at: [.becomesActive]).compactMap { method in
      let started = method.code.plainStatements.first { statement in
        statement.names(prefixes: ["scheduledtimerwithtimeinterval"])
          && statement.tokens.dropLast(2).suffix(1).first?.text == "YES"
      }
      let isStopped = program.objectiveCSources(mentioning: ["invalidate"]).flatMap(\.methods)
        .contains { $0.type == method.type && $0.code.names("invalidate") }
      guard let started, !isStopped else { return nil }
      return AuditFinding(.timerMayDouble, at: method.place(of: started.tokens.first), counterpart)
    }
  }

  private static let objectiveCDatabaseWords: Set<Substring> = [
    "FMDatabaseQueue", "FMDatabasePool", "FMDatabase", "sqlite3_open", "sqlite3_open_v2",
    "RLMRealmConfiguration", "NSPersistentStoreDescription",
  ]

  /// Databases that a method opens in the folder of an app group.
  private func objectiveCDatabases() -> [AuditFinding] {
    let leaving = objectiveCMethods(at: [.entersBackground, .resigns])
    let isHandled = leaving.contains { method in
      method.code.names(prefixes: ["beginbackgroundtask", "close", "suspend", "interrupt"])
    }
    guard !isHandled, !program.mentions("observesSuspensionNotifications") else { return [] }
    let key = "containerURLForSecurityApplicationGroupIdentifier"
    return objectiveCMethods(near: [key]).compactMap { method in
      guard method.code.names(key),
        let word = method.code.tokens.first(where: {
          Self.objectiveCDatabaseWords.contains($0.text)
        })
      else { return nil }
      return AuditFinding(
        .lockOverSuspension, at: method.place(of: word),
        "\(word.text) opens a database of an app group, which is locked while it is used")
    }
  }

  /// Background sessions that nothing answers.
  func objectiveCSessions() -> [AuditFinding] {
    let key = "backgroundSessionConfigurationWithIdentifier"
    return objectiveCMethods(near: [key]).compactMap { method in
      method.code.tokens.first { $0.text == key }
        .map { AuditFinding(.backgroundSessionUnanswered, at: method.place(of: $0)) }
    }.prefix(1).map { $0 }
  }
}

extension ObjectiveCSource.Method {
  /// Where it sets the delegate of notifications; nil where it does not.
  var delegateSetting: ObjectiveCBody.Token? {
    let tokens = code.tokens
    guard code.names(prefixes: ["unusernotificationcenter"]) else { return nil }
    return tokens.indices.dropLast(1).first { index in
      tokens[index].text == "delegate" && tokens[index + 1].text == "="
    }.map { tokens[$0] }
  }

  /// The first path that misses what is owed: of the body, or of the one block that alone has it.
  func missed(_ owed: ObjectiveCPaths.Owed) -> ObjectiveCPaths.Missed? {
    if let path = ObjectiveCPaths.missed(owed, in: code) { return path }
    let holders = code.blocks.filter(owed.isNamed)
    // An expiration handler is none that owes it.
    guard holders.count == 1, let block = holders.first, !owed.isNamed(in: code.withoutBlocks),
      let path = ObjectiveCPaths.missed(owed, in: block), path.end == .returns,
      !isForDone(path)
    else { return nil }
    return path
  }

  /// Whether the line of a path, or the one before it, asks for a mark that it was done before.
  private func isForDone(_ path: ObjectiveCPaths.Missed) -> Bool {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    let near = lines[max(0, path.line - 1)..<min(lines.count, path.line + 1)].joined().lowercased()
    return ["finished", "isdone", "called", "cancel", "invalid", "expired", "completed"]
      .contains(where: near.contains)
  }

  /// The place where a path ends.
  func place(of path: ObjectiveCPaths.Missed) -> Place {
    Place(path: place.path, line: bodyLine + path.line, column: 1)
  }
}
