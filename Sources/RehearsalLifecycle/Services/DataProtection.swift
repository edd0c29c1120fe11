// Protected data (R132): on a device with a passcode it goes with the lock, or a while after it, and
// comes with the unlock. What an app misses of it while it is suspended is netted out: it hears of
// the return alone, and only if it was notified of the loss.

import RehearsalValues

/// Whether protected data can be read, and who knows that it could not.
struct DataProtection: Sendable {
  private struct Knowledge: DefaultInitializable {
    /// Whether the app's process was told that the data goes, and not yet that it came back.
    var isOfLoss = false
  }

  private(set) var isAvailable = true
  /// The loss that is due after a lock, and the record of the lock.
  private var loss: (event: EventIdentifier, cause: Cause?)?
  private var knowledge = AppTable<Knowledge>()

  /// The event of the device's queue that belongs to it.
  var event: EventIdentifier? { loss?.event }

  // MARK: - Going

  /// The device was locked.
  mutating func lock(cause: Cause?, _ kernel: inout Kernel) {
    guard kernel.traits.profile.hasPasscode, isAvailable, loss == nil else { return }
    let grace = kernel.span(of: .protectedDataGrace)
    guard grace > .zero else { return lose(cause: cause, &kernel) }
    loss = (kernel.schedule(.protectedDataGoes, at: kernel.now.after(grace)), cause)
  }

  /// The device has been locked for long enough.
  mutating func lose(_ kernel: inout Kernel) {
    let cause = loss?.cause
    loss = nil
    lose(cause: cause, &kernel)
  }

  private mutating func lose(cause: Cause?, _ kernel: inout Kernel) {
    isAvailable = false
    for process in kernel.livingProcesses where process.ending == nil {
      let id = process.identifier
      if !process.isSuspended, !process.isPrewarmed {
        knowledge[id.app].isOfLoss = true
        kernel.enqueue(
          .send(.protectedDataWillBecomeUnavailable, [], .R132), for: id, cause: cause)
      } else if (process.inbox.read { $0.protectedData } ?? nil) != nil {
        // It has not heard of the return, so that nothing has changed for it.
        kernel.change(id) { $0.changeInbox { _ = $0.takeProtectedData() } }
        knowledge[id.app].isOfLoss = true
      }
    }
  }

  /// A process begins its life without the data, and hears of its return.
  mutating func noteLoss(of id: ProcessIdentifier) {
    if !isAvailable { knowledge[id.app].isOfLoss = true }
  }

  // MARK: - Coming

  /// The device was unlocked.
  mutating func unlock(cause: Cause?, _ kernel: inout Kernel) {
    kernel.cancel(loss?.event)
    loss = nil
    guard !isAvailable else { return }
    isAvailable = true
    for process in kernel.livingProcesses where process.ending == nil {
      let id = process.identifier
      let knows = knowledge.read(id.app) { $0.isOfLoss } ?? false
      if !process.isSuspended, !process.isPrewarmed {
        kernel.enqueue(
          .send(.protectedDataDidBecomeAvailable, [], .R132), for: id, cause: cause)
      } else if knows, let cause {
        kernel.change(id) { $0.changeInbox { $0.regainProtectedData(cause) } }
      }
      if knows { knowledge[id.app].isOfLoss = false }
    }
  }

  // MARK: - Keeping house

  mutating func switchOff(_ kernel: inout Kernel) {
    kernel.cancel(loss?.event)
    loss = nil
  }

  /// The device comes up, with a passcode locked.
  mutating func startUp(isLocked: Bool) { isAvailable = !isLocked }

  mutating func processEnded(_ id: ProcessIdentifier) { knowledge.remove(id.app) }

  /// Combines whether the data can be read; when it goes is in the device's queue.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(isAvailable)
    walk.combine(loss != nil)
  }

  /// Combines what an app's process knows.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    walk.combine(knowledge.read(app) { $0.isOfLoss } ?? false)
  }
}
