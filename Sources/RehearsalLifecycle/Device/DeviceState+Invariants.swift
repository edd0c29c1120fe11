// What is true of every device between two events. Tests check it after each event; debug builds
// check the part that does not grow with the number of timers.

/// Something that must never be so.
package struct InvariantViolation: Hashable, Sendable {
  /// What is wrong, for people.
  package let text: String
}

extension DeviceState {
  /// Everything about the device that must never be so; empty on a sound device.
  ///
  /// - Complexity: O(n log n) in the number of processes, timers and works
  func checkInvariants() -> [InvariantViolation] {
    var found = checkProcesses()
    var owned = parts.timekeeping.nextChange == nil ? 0 : 1
    owned += parts.services.dataProtection.event == nil ? 0 : 1
    owned += parts.idleTimer.event == nil ? 0 : 1
    for process in kernel.livingProcesses { owned += ownedEvents(of: process, into: &found) }
    for app in kernel.appIdentifiers {
      let events =
        parts.services.push.events(of: app) + parts.services.transfers.events(of: app)
        + parts.services.localNotifications.events(of: app)
        + parts.services.liveActivities.events(of: app)
      owned += events.count
      if !events.allSatisfy(kernel.deadlines.holds) {
        found.append(.init(text: "An app holds on to an event that is over."))
      }
    }
    let memory = kernel.appIdentifiers.reduce(0) { $0 + parts.jetsam.memory(of: $1) }
    if memory != parts.jetsam.usedMemory {
      found.append(
        .init(text: "Processes take \(memory) bytes, \(parts.jetsam.usedMemory) are counted."))
    }
    if owned != kernel.deadlines.count {
      found.append(.init(text: "\(kernel.deadlines.count) events wait, \(owned) have an owner."))
    }
    if !kernel.effects.isEmpty {
      found.append(.init(text: "\(kernel.effects.count) effects were not routed."))
    }
    return found
  }

  /// The part of the invariants that concerns processes, not what they own.
  func checkProcesses() -> [InvariantViolation] {
    var texts: [String] = []
    for process in kernel.livingProcesses {
      let app = process.identifier.app
      let installed = kernel.apps[app.position]
      let name = installed.description.name
      if !installed.isInstalled { texts.append("\(name) runs without being installed.") }
      if process.identifier.incarnation != installed.incarnations {
        texts.append("\(name) runs an old life.")
      }
      texts += checkFront(of: process, name: name)
      texts += checkBackground(of: process, name: name)
      texts += checkScenes(of: process, name: name)
    }
    for app in parts.springBoard.layout.apps where !kernel.hasProcess(app) {
      texts.append("An app on the screen has no process.")
    }
    return texts.map { InvariantViolation(text: $0) }
  }

  private func checkFront(of process: CopyOnWriteBox<Process>, name: String) -> [String] {
    let board = parts.springBoard
    var texts: [String] = []
    let isInFront =
      board.stageLayout.hidden.contains(process.identifier.app)
      || board.isOnScreen(process.identifier.app)
        && (!board.isLocked
          || kernel.traits.keepsInFront(
            whenLocked: kernel.description(of: process.identifier.app)))
    // Behind the lock of a display that stays on an app is on its way (R051).
    guard !board.lockGhosts.hold(process.identifier) else { return [] }
    if process.ending == nil, (process.targetState != .background) != isInFront {
      texts.append("\(name) is meant to be \(process.targetState), but front is \(board.screen).")
    }
    if isInFront, process.targetState == .active, board.isLocked || board.isCovered {
      texts.append("\(name) is meant to be active under an interruption.")
    }
    return texts
  }

  private func checkScenes(of process: CopyOnWriteBox<Process>, name: String) -> [String] {
    guard process.usesScenes else {
      return process.scenes.isEmpty ? [] : ["\(name) has scenes without knowing them."]
    }
    var texts: [String] = []
    if process.targetState != process.scenes.targetState {
      texts.append(
        "\(name) is meant to be \(process.targetState), its scenes \(process.scenes.targetState).")
    }
    let aggregate = process.scenes.aggregateState(countingCar: kernel.has(.carCountsAsForeground))
    if !process.mainThread.isBlocked, process.reportedState != aggregate {
      texts.append("\(name) reads \(process.reportedState), its scenes \(aggregate).")
    }
    return texts
  }

  private func checkBackground(of process: CopyOnWriteBox<Process>, name: String) -> [String] {
    let (board, app) = (parts.runningBoard, process.identifier.app)
    var texts: [String] = []
    if process.isSuspended {
      if process.reportedState != .background { texts.append("\(name) is suspended in front.") }
      if board.taskCount(of: app) > 0, !kernel.has(.tasksPauseInSleep) {
        texts.append("\(name) is suspended with a live task.")
      }
      if case .working = process.mainThread.occupation {
        texts.append("\(name) works while it is suspended.")
      }
    }
    if board.countsTaskTime(app), board.taskCount(of: app) == 0 {
      texts.append("\(name) has a clock for tasks, and no task.")
    }
    if board.isAboutToBeSuspended(app), process.targetState != .background {
      texts.append("\(name) is about to be suspended in front.")
    }
    if process.reportedState != .background, board.period(of: app) != nil {
      texts.append("\(name) counts background time in the foreground.")
    }
    return texts
  }

  /// How many scheduled events a process owns; events that it should not own are reported.
  private func ownedEvents(
    of process: CopyOnWriteBox<Process>, into found: inout [InvariantViolation]
  ) -> Int {
    let app = process.identifier.app
    var events = process.timers.events + process.works.events
    if process.isSuspended, !events.isEmpty {
      found.append(.init(text: "A suspended process has running timers or works."))
    }
    events += process.mainThread.events
    events += parts.frontBoard.watchdogs.events(of: app)
    events += parts.runningBoard.events(of: app)
    events += parts.services.calls.events(of: app)
    events += parts.springBoard.lockGhosts.events(of: process.identifier)
    events += parts.services.processorLimit.events(of: app)
    if !events.allSatisfy(kernel.deadlines.holds) {
      found.append(.init(text: "A process holds on to an event that is over."))
    }
    return events.count
  }
}
