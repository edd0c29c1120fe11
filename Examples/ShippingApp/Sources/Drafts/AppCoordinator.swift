// The root of the app: makes its parts at launch, and tells them what the user and the system do.

import LifecycleServices

/// What the app's window shows.
enum Screen: String {
  case editor
  /// Stands in front of the drafts while others may look: in the switcher, under a call.
  case cover
}

/// Whoever owns the window.
@MainActor
protocol Screens: AnyObject, Sendable {
  func show(_ screen: Screen)
}

/// The app.
@MainActor
final class AppCoordinator {
  /// From a look for news to the next, while the app is in front.
  static let refreshInterval = Duration.seconds(10)

  private(set) var editor: EditorModel
  let uploader: Uploader
  /// How often the app looked for news.
  private(set) var refreshes = 0
  /// The photos that have reached the server.
  private(set) var photos: Int

  private let services: any ApplicationServices
  private let screens: any Screens
  private let repository: DraftRepository
  private var refreshTimer: LifecycleTimer?

  /// Makes the app of a process that was launched, with the draft that was open in the last one.
  init(services: any ApplicationServices, screens: any Screens) {
    self.services = services
    self.screens = screens
    repository = DraftRepository(files: services)
    uploader = Uploader(repository: repository, services: services)
    photos = services.integer(forKey: "photos") ?? 0
    let name = services.string(forKey: "openDraft") ?? "untitled"
    editor = EditorModel(name, in: repository, services: services)
  }

  /// Begins to live.
  func start() {
    services.setBackgroundUploadHandler { [weak self] in self?.finished($0) }
    observe(.didBecomeActive) { $0.didBecomeActive() }
    observe(.willResignActive) { $0.willResignActive() }
    uploader.start()
  }

  /// The coordinator lives as long as the app, and so do its observers.
  private func observe(
    _ notification: LifecycleNotification, _ action: @escaping @MainActor (AppCoordinator) -> Void
  ) {
    _ = services.addObserver(for: notification) { [weak self] in
      if let self { action(self) }
    }
  }

  private func didBecomeActive() {
    screens.show(.editor)
    uploader.start()
    let interval = Self.refreshInterval
    refreshTimer = services.scheduleTimer(after: interval, every: interval) { [weak self] in
      self?.refreshes += 1
    }
  }

  private func willResignActive() {
    screens.show(.cover)
    if let refreshTimer { services.invalidateTimer(refreshTimer) }
    refreshTimer = nil
  }

  // MARK: - What the user does

  /// Opens a draft in place of the one that is open.
  func open(_ name: String, discarding isDiscarded: Bool = false) {
    editor.close(discarding: isDiscarded)
    editor = EditorModel(name, in: repository, services: services)
    services.set(name, forKey: "openDraft")
  }

  /// Saves and sends the open draft.
  func send() {
    let name = editor.name
    open(name)
    uploader.send(name)
  }

  /// Sends a photo, which is large: the system does it, whatever becomes of the process.
  func sendPhoto(_ name: String) {
    services.beginBackgroundUpload(ofFile: name, to: "https://drafts.example/photos/\(name)")
  }

  private func finished(_ transfer: FinishedTransfer) {
    guard transfer.failure == nil else {
      return services.beginBackgroundUpload(
        ofFile: String(transfer.url.split(separator: "/").last ?? ""), to: transfer.url)
    }
    photos += 1
    services.set(photos, forKey: "photos")
  }
}
