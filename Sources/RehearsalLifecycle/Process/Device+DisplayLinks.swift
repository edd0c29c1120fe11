// Display links: timers that fire with the screen's frames while the app is on the screen. Off the
// screen there are no frames, and the app can hold them itself or ask for fewer.

extension Device {
  // MARK: - For app code

  /// Begins to call back for frames.
  ///
  /// - Parameters:
  ///   - framesPerSecond: How many frames a second holds, from 1 to 120.
  ///   - callback: Delivered at each frame with the link as its argument. It dies when the link is
  ///     invalidated, and with the process.
  ///   - id: The calling process.
  /// - Returns: The link, which is a timer.
  /// - Throws: `CallFault` for a number out of range, or when the process has ended.
  package mutating func startDisplayLink(
    framesPerSecond: Int, callback: CallbackIdentifier, in id: ProcessIdentifier
  ) throws(CallFault) -> TimerIdentifier {
    let link = DisplayLink(framesPerSecond: try Self.checked(framesPerSecond))
    let timer = RunLoopTimer(
      callback: callback, due: try moment(after: link.interval), interval: link.interval,
      link: link, cause: cause)
    guard let identifier = change(id, { $0.timers.insert(timer) }) else { throw .processEnded }
    startDisplayLink(identifier, of: id)
    return identifier
  }

  /// Holds a display link's frames, or lets them go on.
  package mutating func setPaused(
    _ isPaused: Bool, displayLink link: TimerIdentifier, in id: ProcessIdentifier
  ) {
    change(id) { $0.timers.change(link) { $0.link?.isPaused = isPaused } }
    isPaused ? stopDisplayLink(link, of: id) : startDisplayLink(link, of: id)
  }

  /// Changes how many frames a display link wants.
  ///
  /// - Throws: `CallFault.framesOutOfRange` for a number below 1 or above 120.
  package mutating func setFramesPerSecond(
    _ frames: Int, displayLink link: TimerIdentifier, in id: ProcessIdentifier
  ) throws(CallFault) {
    let frames = try Self.checked(frames)
    stopDisplayLink(link, of: id)
    change(id) { process in
      process.timers.change(link) { timer in
        timer.link?.framesPerSecond = frames
        timer.interval = timer.link?.interval
      }
    }
    startDisplayLink(link, of: id)
  }

  /// A display link as app code reads it; nil once it was invalidated.
  package func displayLink(
    _ link: TimerIdentifier, in id: ProcessIdentifier
  ) -> (framesPerSecond: Int, isPaused: Bool)? {
    process(id)?.timers[link]?.link.map { (Int($0.framesPerSecond), $0.isPaused) }
  }

  private static func checked(_ framesPerSecond: Int) throws(CallFault) -> UInt8 {
    guard (1...120).contains(framesPerSecond), let frames = UInt8(exactly: framesPerSecond) else {
      throw .framesOutOfRange
    }
    return frames
  }

  // MARK: - On and off the screen

  mutating func startDisplayLinks(of id: ProcessIdentifier) {
    for timer in process(id)?.timers.identifiers ?? [] { startDisplayLink(timer, of: id) }
  }

  mutating func stopDisplayLinks(of id: ProcessIdentifier) {
    for timer in process(id)?.timers.identifiers ?? []
    where process(id)?.timers[timer]?.link != nil {
      stopDisplayLink(timer, of: id)
    }
  }

  /// Schedules the next frame, if the app is on the screen and the link is not held.
  private mutating func startDisplayLink(_ link: TimerIdentifier, of id: ProcessIdentifier) {
    guard let process = process(id), !process.isSuspended, process.readable != .background,
      let timer = process.timers[link], timer.link?.isPaused == false, timer.event == nil
    else { return }
    let due = now.after(timer.interval ?? .zero)
    let event = queue.schedule(.timerDue(id, link), at: due)
    change(id) { process in
      process.timers.change(link) { timer in
        timer.due = due
        timer.event = event
      }
    }
  }

  private mutating func stopDisplayLink(_ link: TimerIdentifier, of id: ProcessIdentifier) {
    let event = change(id) { process in
      process.timers.change(link) { timer in
        defer { timer.event = nil }
        return timer.event
      }
    }
    if case .some(.some(.some(let event))) = event { queue.cancel(event) }
  }
}
