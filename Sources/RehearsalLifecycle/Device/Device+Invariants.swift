// What is true of every device between two events. Tests check it after each event; debug builds
// check the part that does not grow with the number of timers.

/// Something that must never be so.
package struct InvariantViolation: Hashable, Sendable {
  /// What is wrong, for people.
  package let text: String
}

extension Device {
  /// Everything about the device that must never be so; empty on a sound device.
  ///
  /// - Complexity: O(n log n) in the number of processes, timers and works
  package func checkInvariants() -> [InvariantViolation] {
    var found = checkProcesses()
    var owned = nextTimeChange == nil ? 0 : 1
    for process in processes {
      owned += ownedEvents(of: process, into: &found)
    }
    for installation in installations {
      let events = installation.registrations.value.events
      owned += events.count
      if !events.allSatisfy(queue.holds) {
        found.append(.init(text: "An app holds on to an event that is over."))
      }
    }
    let memory = installations.reduce(0) { $0 + ($1.process?.memory ?? 0) }
    if memory != usedMemory {
      found.append(.init(text: "Processes take \(memory) bytes, and \(usedMemory) are counted."))
    }
    if owned != queue.count {
      found.append(.init(text: "\(queue.count) events wait, \(owned) have an owner."))
    }
    return found
  }

  /// The part of the invariants that concerns processes, not what they own.
  func checkProcesses() -> [InvariantViolation] {
    var texts: [String] = []
    for installation in installations {
      guard let process = installation.process else { continue }
      let name = installation.description.name
      if !installation.isInstalled { texts.append("\(name) runs without being installed.") }
      if process.identifier.incarnation != installation.lives {
        texts.append("\(name) runs an old life.")
      }
      let isInFront =
        isOnScreen(process.identifier.app) && (!isLocked || lockOnlyDeactivates)
      if process.termination == nil, (process.intended != .background) != isInFront {
        texts.append("\(name) is meant to be \(process.intended), but front is \(screen).")
      }
      if isInFront, process.intended == .active, isLocked || isCovered {
        texts.append("\(name) is meant to be active under an interruption.")
      }
      texts += checkBackground(of: process, name: name)
      texts += checkScenes(of: process, name: name)
    }
    for app in appsOnScreen where installation(app)?.process == nil {
      texts.append("An app on the screen has no process.")
    }
    return texts.map { InvariantViolation(text: $0) }
  }

  private func checkScenes(of process: Boxed<Process>, name: String) -> [String] {
    guard process.usesScenes else {
      return process.scenes.isEmpty ? [] : ["\(name) has scenes without knowing them."]
    }
    var texts: [String] = []
    let intended = process.scenes.map(\.intended).max { $0.rank < $1.rank } ?? .background
    if process.intended != intended {
      texts.append("\(name) is meant to be \(process.intended), its scenes \(intended).")
    }
    if !process.mainThread.isBlocked, process.readable != process.aggregateState {
      texts.append("\(name) reads \(process.readable), its scenes \(process.aggregateState).")
    }
    return texts
  }

  private func checkBackground(of process: Boxed<Process>, name: String) -> [String] {
    var texts: [String] = []
    if process.isSuspended {
      if process.readable != .background { texts.append("\(name) is suspended in front.") }
      if !process.tasks.isEmpty, !profile.has(.tasksPauseInSleep) {
        texts.append("\(name) is suspended with a live task.")
      }
      if case .working = process.mainThread.occupation {
        texts.append("\(name) works while it is suspended.")
      }
    }
    if process.expiry != nil, process.tasks.isEmpty {
      texts.append("\(name) has a clock for tasks, and no task.")
    }
    if process.suspension != nil, process.intended != .background {
      texts.append("\(name) is about to be suspended in front.")
    }
    if case .limited(let left) = backgroundTimeRemaining(of: process.identifier), left < .zero {
      texts.append("\(name) has negative running time.")
    }
    if process.readable != .background, process.stay != nil {
      texts.append("\(name) counts background time in the foreground.")
    }
    return texts
  }

  /// How many scheduled events a process owns; events that it should not own are reported.
  private func ownedEvents(
    of process: Boxed<Process>, into found: inout [InvariantViolation]
  ) -> Int {
    var events: [EventIdentifier] = []
    events += process.timers.identifiers.compactMap { process.timers[$0]?.event }
    for work in process.works.identifiers {
      if case .running(let event, _)? = process.works[work]?.progress { events.append(event) }
    }
    if process.isSuspended, !events.isEmpty {
      found.append(.init(text: "A suspended process has running timers or works."))
    }
    events += process.watchdogs.map(\.event)
    events += process.services.value.events
    if case .working(let event, _) = process.mainThread.occupation { events.append(event) }
    events += [
      process.suspension, process.expiry?.warning, process.expiry?.end,
      process.mainThread.current?.slowHandler,
    ].compactMap { $0 }
    if !events.allSatisfy(queue.holds) {
      found.append(.init(text: "A process holds on to an event that is over."))
    }
    return events.count
  }
}
