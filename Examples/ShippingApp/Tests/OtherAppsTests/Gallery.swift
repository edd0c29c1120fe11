// A gallery: pictures are taken, sent in a background session, and those of friends are fetched when a
// push says so. As it ships, or with a mistake.

import LifecycleServices
import Rehearsal
import RehearsalNativeApps

/// A mistake of the gallery.
enum GalleryMistake: String, CaseIterable {
  /// The order of the pictures is kept when the app is about to end, which few apps are told.
  case orderKeptTooLate
  /// A push whose picture is not there at the first go is not answered.
  case silentWithoutNetwork
  /// Each way back to the front adds another observer.
  case secondObserver
  /// A picture that is taken is kept only after a pause.
  case pictureKeptTooLate
}

/// The model.
@MainActor
final class Gallery {
  private let services: any ApplicationServices
  private let mistakes: Set<GalleryMistake>
  private(set) var own: [String]
  private(set) var friends: [String]
  private(set) var order: String
  private var memoryObserver: LifecycleObserver?

  init(_ services: any ApplicationServices, _ mistakes: Set<GalleryMistake>) {
    self.services = services
    self.mistakes = mistakes
    own = Self.lines("own", services)
    friends = Self.lines("friends", services)
    order = services.string(forKey: "order") ?? "newest"
    services.setRemoteNotificationHandler { [weak self] in self?.receive($0) }
    _ = services.addObserver(for: .didBecomeActive) { [weak self] in self?.comeToFront() }
    _ = services.addObserver(for: .willTerminate) { [weak self] in self?.keepOrder() }
  }

  private static func lines(_ name: String, _ files: any Files) -> [String] {
    let text = files.readFile(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func keep(_ lines: [String], _ name: String) {
    try? services.writeFile(Array(lines.joined(separator: "\n").utf8), named: name)
  }

  private func comeToFront() {
    if memoryObserver == nil || mistakes.contains(.secondObserver) {
      memoryObserver = services.addObserver(for: .didReceiveMemoryWarning) {}
    }
  }

  // MARK: - What the user does

  func takePicture() {
    own.append("picture \(own.count + 1)")
    guard mistakes.contains(.pictureKeptTooLate) else { return keep(own, "own") }
    Task {
      try await services.sleep(for: .seconds(15))
      keep(own, "own")
    }
  }

  func changeOrder() {
    order = order == "newest" ? "oldest" : "newest"
    if !mistakes.contains(.orderKeptTooLate) { keepOrder() }
  }

  private func keepOrder() { services.set(order, forKey: "order") }

  // MARK: - Friends

  private func receive(_ push: RemoteNotification) {
    guard let name = push["picture"], !friends.contains(name) else {
      return push.complete(.noData)
    }
    Task {
      for _ in 0..<3 {
        if await fetch(name) { return push.complete(.newData) }
        if mistakes.contains(.silentWithoutNetwork) { return }
        try? await services.sleep(for: .seconds(2))
      }
      push.complete(.failed)
    }
  }

  /// Fetches a picture; whether it is there.
  private func fetch(_ name: String) async -> Bool {
    let request = ServerRequest("https://gallery.example/\(name)")
    guard (try? await services.answer(to: request)) != nil else { return false }
    friends.append(name)
    keep(friends, "friends")
    return true
  }
}

/// The delegate of the gallery.
@MainActor
final class GalleryDelegate: MainActorApplicationDelegate {
  nonisolated static var exposed: Exposed {
    ["own": { $0.gallery.own }, "friends": { $0.gallery.friends }, "order": { $0.gallery.order }]
  }
  nonisolated static var controls: [String] { ["Shutter", "Order"] }

  private let gallery: Gallery

  init(_ application: MainActorApplication, _ mistakes: Set<GalleryMistake>) {
    application.server = { _ in ServerAnswer() }
    gallery = Gallery(application, mistakes)
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    if control == "Shutter" { gallery.takePicture() } else { gallery.changeOrder() }
  }

  /// The app on the device of every script.
  nonisolated static func host(_ mistakes: Set<GalleryMistake> = []) throws -> ScriptHost {
    var host = ScriptHost()
    try host.install(
      "Gallery", info: [.backgroundModes: .list([.symbol("remoteNotification")])]
    ) { GalleryDelegate($0, mistakes) }
    return host
  }
}
