// The application object as what shipping code knows: the services of `LifecycleServices`, each of
// them a request of the process that runs. On a device `UIKitServices` stands in this place.

import LifecycleServices
import Rehearsal
import RehearsalLifecycle
import RehearsalValues

extension MainActorApplication: ApplicationServices {
  // MARK: - State and background tasks

  /// The state as the app reads it; while a method leads to another state it is the old one.
  public var applicationState: LifecycleState {
    switch state {
    case .active: .active
    case .inactive: .inactive
    case .background: .background
    }
  }

  /// Keeps the process running in the background for a while, as the request of the same name does,
  /// which a call with a trailing closure means.
  @_disfavoredOverload
  public func beginBackgroundTask(
    _ name: String, expirationHandler: (@MainActor () -> Void)?
  ) -> BackgroundTask? {
    let task = beginBackgroundTask(name, expiration: expirationHandler)
    return task == .invalid ? nil : BackgroundTask(number: Int(truncatingIfNeeded: task.rawValue))
  }

  /// Ends a background task; one that is ended already stays so.
  public func endBackgroundTask(_ task: BackgroundTask) {
    endBackgroundTask(
      BackgroundTaskIdentifier(rawValue: UInt64(truncatingIfNeeded: task.number)))
  }

  /// The running time that is left in the background; nil where nothing ends the process.
  public var remainingBackgroundTime: Duration? {
    if case .limited(let span) = backgroundTimeRemaining { span } else { nil }
  }

  // MARK: - Notifications

  /// Calls a closure whenever the system posts a notification to the process.
  ///
  /// - Returns: The observer; one that is never called where the process does not run.
  public func addObserver(
    for notification: LifecycleNotification, handler: @escaping @MainActor () -> Void
  ) -> LifecycleObserver {
    let observer = addObserver(for: SystemNotification(notification)) { _ in handler() }
    return LifecycleObserver(number: observer?.number ?? 0)
  }

  /// Calls an observer no more; one that was removed already stays so.
  public func removeObserver(_ observer: LifecycleObserver) {
    removeObserver(NotificationObserver(number: observer.number))
  }

  // MARK: - Timers

  /// Schedules a timer of the main thread's run loop.
  ///
  /// An interval that is not above zero crashes the process, which would have no rest.
  ///
  /// - Returns: The timer; one that never fires where the process does not run, and where the moment
  ///   lies beyond the clock.
  public func scheduleTimer(
    after delay: Duration, every interval: Duration?, handler: @escaping @MainActor () -> Void
  ) -> LifecycleTimer {
    do throws(DeviceAPIError) {
      let timer = try schedule(after: max(.zero, delay), every: interval, action: handler)
      return LifecycleTimer(number: Int(truncatingIfNeeded: timer.rawValue))
    } catch {
      if error == .intervalNotPositive { crash("the interval of a timer is not above zero") }
      return LifecycleTimer(number: 0)
    }
  }

  /// Ends a timer for good; one that is over already stays so.
  public func invalidateTimer(_ timer: LifecycleTimer) {
    invalidate(TimerIdentifier(rawValue: UInt64(truncatingIfNeeded: timer.number)))
  }

  /// Lets the task wait on the clock of the process.
  public func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  // MARK: - Preferences and files

  /// The text of a key in the app's preferences.
  public func string(forKey key: String) -> String? { stored(key, in: .preferences) }

  /// The number of a key in the app's preferences.
  public func integer(forKey key: String) -> Int? { stored(key, in: .preferences) }

  /// The truth value of a key in the app's preferences.
  public func boolean(forKey key: String) -> Bool? { stored(key, in: .preferences) }

  /// Keeps a text in the app's preferences.
  public func set(_ value: String, forKey key: String) { setPreference(value, forKey: key) }

  /// Keeps a number in the app's preferences.
  public func set(_ value: Int, forKey key: String) { setPreference(value, forKey: key) }

  /// Keeps a truth value in the app's preferences.
  public func set(_ value: Bool, forKey key: String) { setPreference(value, forKey: key) }

  /// Removes a key from the app's preferences.
  public func removeValue(forKey key: String) { setPreference(nil, forKey: key) }

  /// Preferences cannot fail on a device; what does not fit here ends the process, as in a script.
  private func setPreference(_ value: (any ScriptConvertible)?, forKey key: String) {
    do throws(DeviceAPIError) { try store(value, forKey: key, in: .preferences) } catch {
      if error != .processEnded { crash("the preference \(key) cannot be kept: \(error)") }
    }
  }

  /// The bytes of a file on the app's disk.
  public func readFile(_ name: String) -> [UInt8]? {
    if let text = stored(name, as: String.self) { return Array(text.utf8) }
    return stored(name, as: [Int].self)?.map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Writes a file on the app's disk, which scripts read as in `Notes.disk["draft"]`: as a text where
  /// the bytes are one in UTF-8, else as a list of numbers.
  public func writeFile(_ bytes: [UInt8], named name: String) throws(FileError) {
    do throws(DeviceAPIError) {
      if let text = String(validating: bytes, as: UTF8.self) {
        try store(text, forKey: name)
      } else {
        try store(bytes.map { Int($0) }, forKey: name)
      }
    } catch { throw FileError(name: name, reason: "\(error)") }
  }

  /// Removes a file from the app's disk.
  public func removeFile(_ name: String) { try? store(nil, forKey: name) }

  // MARK: - Transfers

  /// Uploads from within the process, for as long as `transferDuration` says.
  ///
  /// - Throws: `TransferFailure` where there is no network, where a script's `failTransfer` names the
  ///   URL, when the task is cancelled, and where the process does not run.
  public func upload(_ body: [UInt8], to url: String) async throws(TransferFailure) {
    let number = uploads.nextNumber()
    let failure = await withTaskCancellationHandler {
      await clock.request { continuation in begin(number, url, continuation) }
    } onCancel: {
      clock.task { @MainActor in cancelUpload(number) }
    }
    if let failure { throw failure }
  }

  private func begin(
    _ number: Int, _ url: String, _ continuation: UnsafeContinuation<TransferFailure?, Never>
  ) {
    guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
    do throws(DeviceAPIError) {
      let work = try download(url, takes: transferDuration(url)) { [uploads] _, error in
        uploads.remove(number)?.continuation.resume(returning: TransferFailure(error))
      }
      uploads.insert(number, Uploads.Upload(work: work, continuation: continuation))
    } catch { continuation.resume(returning: .failed) }
  }

  private func cancelUpload(_ number: Int) {
    guard let upload = uploads.remove(number) else { return }
    cancel(upload.work)
    upload.continuation.resume(returning: .cancelled)
  }

  /// Begins a transfer of a background session, for as long as `transferDuration` says.
  public func beginBackgroundUpload(ofFile name: String, to url: String) {
    do throws(DeviceAPIError) {
      // The message tells of the end, to whichever process runs then.
      try transfer(to: url, in: Uploads.session, takes: transferDuration(url))
    } catch {
      if error != .processEnded { crash("no background upload can be begun: \(error)") }
    }
  }

  /// Sets who is told of the uploads of the background session; what came before is told at once.
  public func setBackgroundUploadHandler(
    _ handler: @escaping @MainActor (FinishedTransfer) -> Void
  ) { uploads.setHandler(handler) }

  /// Hears the messages of the background session.
  func receive(_ message: Message, _ arguments: [ScriptValue]) {
    guard arguments.first == .string(Uploads.session) else { return }
    switch message {
    case .didCompleteDownload:
      guard case .string(let url)? = arguments.dropFirst().first else { return }
      uploads.tell(
        FinishedTransfer(url: url, failure: TransferFailure(arguments.last ?? .nil)))
    case .handleEventsForBackgroundURLSession: uploads.completion = arguments.last
    case .urlSessionDidFinishEvents:
      if let completion = uploads.completion { complete(completion) }
      uploads.completion = nil
    default: break
    }
  }

  /// The messages of the background session, which an app gets that implements them.
  nonisolated static let messagesOfTransfers: Set<Message> = [
    .didCompleteDownload, .urlSessionDidFinishEvents,
  ]
}

/// The uploads of a process, and who hears of those in the background.
@MainActor
final class Uploads {
  /// An upload within the process.
  struct Upload {
    let work: BackgroundWorkIdentifier
    let continuation: UnsafeContinuation<TransferFailure?, Never>
  }

  /// The identifier of the background session.
  static let session = "uploads"

  /// The completion of the message that woke the app for the session.
  var completion: ScriptValue?
  private var underWay: [Int: Upload] = [:]
  private var lastNumber = 0
  private var handler: (@MainActor (FinishedTransfer) -> Void)?
  /// What came before there was a handler.
  private var untold: [FinishedTransfer] = []

  nonisolated init() {}

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func insert(_ number: Int, _ upload: Upload) { underWay[number] = upload }

  func remove(_ number: Int) -> Upload? { underWay.removeValue(forKey: number) }

  func tell(_ transfer: FinishedTransfer) {
    guard let handler else { return untold.append(transfer) }
    handler(transfer)
  }

  func setHandler(_ handler: @escaping @MainActor (FinishedTransfer) -> Void) {
    self.handler = handler
    let transfers = untold
    untold = []
    for transfer in transfers { handler(transfer) }
  }
}

extension TransferFailure {
  /// The error that the device tells a transfer's end with; nil for success.
  fileprivate init?(_ error: ScriptValue) {
    switch error {
    case .nil: return nil
    case .symbol(let name), .string(let name): self = TransferFailure(rawValue: name) ?? .failed
    default: self = .failed
    }
  }
}

extension SystemNotification {
  /// The device's notification for one of the services.
  init(_ notification: LifecycleNotification) {
    switch notification {
    case .didFinishLaunching: self = .didFinishLaunching
    case .didBecomeActive: self = .didBecomeActive
    case .willResignActive: self = .willResignActive
    case .didEnterBackground: self = .didEnterBackground
    case .willEnterForeground: self = .willEnterForeground
    case .willTerminate: self = .willTerminate
    case .didReceiveMemoryWarning: self = .didReceiveMemoryWarning
    case .significantTimeChange: self = .significantTimeChange
    case .protectedDataWillBecomeUnavailable: self = .protectedDataWillBecomeUnavailable
    case .protectedDataDidBecomeAvailable: self = .protectedDataDidBecomeAvailable
    }
  }
}
