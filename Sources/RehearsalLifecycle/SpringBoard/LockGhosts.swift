// The moments in which a phone whose display stays on makes an app active behind the lock (R051): when
// they come, and what ends them. Until the last of them the app is inactive in the foreground.

import RehearsalValues

/// The apps that were locked away and have not reached the background yet.
struct LockGhosts: Sendable {
  /// One of them.
  private struct Ghost: Sendable {
    let process: ProcessIdentifier
    /// The record of the lock.
    let cause: Cause?
    /// Whether it is active at this moment.
    var isActive = false
    /// When the next moment of activity begins, or the present one began.
    var begin: VirtualTime
    /// From when on none begins.
    let end: VirtualTime
    var event: EventIdentifier
  }

  /// What follows for an app.
  enum Step: Sendable {
    case activate, deactivate
    /// It was the last moment, and the app leaves for the background.
    case leave
  }

  private var ghosts: [Ghost] = []

  /// The events of the device's queue that belong to a process.
  func events(of id: ProcessIdentifier) -> [EventIdentifier] {
    ghosts.filter { $0.process == id }.map(\.event)
  }

  /// Whether a process is among them.
  func hold(_ id: ProcessIdentifier) -> Bool { ghosts.contains { $0.process == id } }

  /// An app is locked away that will be active for moments; false where none would come.
  mutating func begin(
    _ id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> Bool {
    guard kernel.span(of: .ghostTime) > .zero else { return false }
    let begin = kernel.now.after(kernel.span(of: .ghostDelay))
    ghosts.append(
      Ghost(
        process: id, cause: cause, begin: begin,
        end: begin.after(kernel.span(of: .ghostTime)),
        event: kernel.schedule(.lockGhostIsDue(id), at: begin)))
    return true
  }

  /// The next step of an app is due.
  mutating func isDue(
    _ id: ProcessIdentifier, _ kernel: inout Kernel
  ) -> (step: Step, cause: Cause?)? {
    guard let index = ghosts.firstIndex(where: { $0.process == id }) else { return nil }
    let cause = ghosts[index].cause
    if !ghosts[index].isActive {
      ghosts[index].isActive = true
      let end = ghosts[index].begin.after(kernel.span(of: .ghostLength))
      ghosts[index].event = kernel.schedule(.lockGhostIsDue(id), at: end)
      return (.activate, cause)
    }
    let next = ghosts[index].begin.after(kernel.span(of: .ghostSpacing))
    guard next < ghosts[index].end, next > ghosts[index].begin else {
      ghosts.remove(at: index)
      return (.leave, cause)
    }
    ghosts[index].isActive = false
    ghosts[index].begin = max(next, kernel.now)
    ghosts[index].event = kernel.schedule(.lockGhostIsDue(id), at: max(next, kernel.now))
    return (.deactivate, cause)
  }

  /// An app is no longer locked away so, or has ended.
  mutating func end(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    for ghost in ghosts where ghost.process == id { kernel.cancel(ghost.event) }
    ghosts.removeAll { $0.process == id }
  }

  /// The device is unlocked, or switched off.
  mutating func endAll(_ kernel: inout Kernel) {
    for ghost in ghosts { kernel.cancel(ghost.event) }
    ghosts = []
  }

  /// Combines how far each is; when the next step is due is in the device's queue.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(each: ghosts) { walk, ghost in
      walk.combine(placeOf: ghost.process.app)
      walk.combine(ghost.isActive)
      walk.combine(until: ghost.begin.after(walk.span(of: .ghostSpacing)))
      walk.combine(until: ghost.end)
    }
  }
}
