// The bridge between data and the device: code that hangs on a notification center, as an SDK's does, as an
// app on the simulated device. It is the code that the `LifecycleDriver` plays vectors into, as is; here
// scripts, storms and explorations play it.

import Foundation
import Rehearsal
import RehearsalLifecycle
import RehearsalNativeApps
import RehearsalValues

/// Code that listens, which scripts look into.
@MainActor
public protocol ListeningCode: AnyObject, Sendable {
  /// What scripts and tests can read of it, by name; nothing unless it is given.
  nonisolated static var exposed: [String: @MainActor @Sendable (Self) -> any ScriptConvertible] {
    get
  }
}

extension ListeningCode {
  /// Nothing is exposed.
  public nonisolated static var exposed:
    [String: @MainActor @Sendable (Self) -> any ScriptConvertible]
  {
    [:]
  }
}

/// What listening code sees of its process.
@MainActor
public final class ListeningProcess {
  /// Where the device's notifications are posted; it belongs to this process and ends with it.
  public nonisolated let notifications: NotificationCenter
  /// The application object, for whatever else the code asks of the system.
  public nonisolated let application: MainActorApplication

  fileprivate init(_ application: MainActorApplication) {
    notifications = NotificationCenter()
    self.application = application
  }

  /// The state as the app reads it.
  public var state: ApplicationState { application.state }

  /// Whether protected files can be read.
  public var isProtectedDataAvailable: Bool {
    application.request { $0.isProtectedDataAvailable } ?? false
  }

  /// The clock of the process.
  public nonisolated var clock: VirtualClock { application.clock }

  /// The time since the device was started.
  public var now: Duration { VirtualTime.zero.duration(to: application.now) }
}

/// The listening code of a process, and what hands it the notifications of the device.
@MainActor
private final class Listener<Code: ListeningCode>: Sendable {
  let code: Code
  private let process: ListeningProcess

  init(_ application: MainActorApplication, _ make: @MainActor (ListeningProcess) -> Code) {
    let process = ListeningProcess(application)
    self.process = process
    code = make(process)
    for notification in SystemNotification.allCases {
      guard let name = notification.rawName else { continue }
      application.addObserver(for: notification) { [weak process] _ in
        process?.notifications.post(name: Notification.Name(name), object: nil)
      }
    }
  }

  nonisolated static var wakings: Set<Message> { [.didReceiveRemoteNotification, .performFetch] }

  /// Whoever is woken says that it is done, as an app around such code does.
  func answer(_ message: Message, _ arguments: [ScriptValue]) {
    guard Self.wakings.contains(message), let completion = arguments.last else { return }
    process.application.complete(completion, with: .symbol("noData"))
  }
}

/// The delegate of an app that is nothing but listening code.
private protocol ListeningApp: MainActorApplicationDelegate {
  associatedtype Code: ListeningCode
  var listener: Listener<Code> { get }
}

extension ListeningApp {
  nonisolated static var exposed: Exposed {
    Code.exposed.mapValues { read in { delegate in read(delegate.listener.code) } }
  }

  nonisolated static var optionalMessages: Set<Message> { Listener<Code>.wakings }

  func application(
    _ application: MainActorApplication, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    listener.answer(message, arguments)
    return .nil
  }
}

/// One without scenes.
@MainActor
private final class ListeningDelegate<Code: ListeningCode>: ListeningApp {
  let listener: Listener<Code>

  init(_ listener: Listener<Code>) { self.listener = listener }
}

/// One with scenes.
@MainActor
private final class ListeningSceneApp<Code: ListeningCode>: ListeningApp {
  final class Scene: MainActorSceneDelegate {
    init(_ scene: MainActorScene, of app: ListeningSceneApp) {}
  }

  let listener: Listener<Code>

  init(_ listener: Listener<Code>) { self.listener = listener }
}

extension ScriptHost {
  /// Puts an app on the device of every run that is nothing but listening code, such as that of an SDK.
  ///
  ///     try host.install("Shop") { process in
  ///       Tracker(center: process.notifications, now: { process.now })
  ///     }
  ///
  /// - Parameters:
  ///   - name: The app's name, as scripts say it.
  ///   - info: The entries of its Info.plist.
  ///   - hasScenes: Whether the app around the code has adopted scenes, whose windows then post, too.
  ///   - listener: Makes the code of one process, at its launch; called at each cold launch.
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  public mutating func install<Code: ListeningCode>(
    _ name: String, info: [InfoKey: ScriptValue] = [:], hasScenes: Bool = false,
    listener: @MainActor @Sendable @escaping (ListeningProcess) -> Code
  ) throws(HostError) {
    if hasScenes {
      try install(name, info: info) { ListeningSceneApp(Listener($0, listener)) }
    } else {
      try install(name, info: info) { ListeningDelegate(Listener($0, listener)) }
    }
  }
}
