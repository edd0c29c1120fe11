// Writes down what an app meets: a line of JSON for each notification, each call that the app passes on
// and each line of its own, flushed at once, so that the log survives the app's own end. Foundation and
// UIKit's public interface alone. The page "Is it right?" of Rehearsal's manual describes the lines.

import Foundation
import UIKit

/// The log of one run of a probe, or of any life of an app.
@MainActor
public final class Recorder {
  /// The recorder of the process.
  public static let shared = Recorder()

  private let log = RecorderFile()
  private var scenes: [String: Int] = [:]

  /// Begins the log of a run, or goes on with it in another process: as early as the delegate is made.
  ///
  /// - Parameters:
  ///   - probe: The probe, by its name; nil in any other app.
  ///   - run: Which run of the probe it is.
  ///   - folder: Where the log is written.
  public func start(probe: String? = nil, run: Int = 1, in folder: URL) {
    let device = UIDevice.current
    var header: [String: Any] = ["recorder": 1, "run": run, "system": device.systemVersion]
    (header["model"], header["device"], header["probe"]) = (device.model, Self.hardware, probe)
    log.open(folder.appendingPathComponent("\(probe ?? "life")-\(run).jsonl"), header)
    for name in Self.notifications {
      NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: nil) {
        sent in
        let scene = sent.object as? UIScene
        MainActor.assumeIsolated { Recorder.shared.note("notification", name, scene) }
      }
    }
  }

  /// Writes down that a method of the application's delegate was called: `Recorder.shared.met()`.
  public func met(_ name: String = #function) { note("delegate", name) }

  /// Writes down that a method of a scene's delegate was called.
  public func met(_ scene: UIScene, _ name: String = #function) {
    note("sceneDelegate", name, scene)
  }

  /// Writes down that a method of a view controller was called.
  public func met(view name: String = #function) { note("viewController", name) }

  /// Writes down something that only the app knows, such as an answer that it got.
  public func say(_ text: String) { note("log", text) }

  /// Ends the log: everything was done that the probe asks for.
  public func finish() { say("done") }

  private func note(_ kind: String, _ name: String, _ scene: UIScene? = nil) {
    let application = UIApplication.shared
    var line: [String: Any] = ["kind": kind, "name": name]
    line["state"] = ["active", "inactive", "background"][application.applicationState.rawValue]
    if !application.isProtectedDataAvailable { line["protectedDataAvailable"] = false }
    if let scene {
      let key = scene.session.persistentIdentifier
      scenes[key] = scenes[key] ?? scenes.count + 1
      line["scene"] = scenes[key]
      let states = ["unattached", "foregroundActive", "foregroundInactive", "background"]
      line["sceneState"] = states[scene.activationState.rawValue + 1]
    }
    log.write(line)
  }

  private static var hardware: String {
    var system = utsname()
    uname(&system)
    return withUnsafeBytes(of: &system.machine) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static let notifications =
    """
    DidFinishLaunching DidBecomeActive WillResignActive DidEnterBackground WillEnterForeground \
    WillTerminate DidReceiveMemoryWarning SignificantTimeChange BackgroundRefreshStatusDidChange \
    UserDidTakeScreenshot
    """.split(separator: " ").map { "UIApplication\($0)Notification" }
    + ["WillBecomeUnavailable", "DidBecomeAvailable"].map { "UIApplicationProtectedData\($0)" }
    + "WillConnect DidDisconnect DidActivate WillDeactivate WillEnterForeground DidEnterBackground"
    .split(separator: " ").map { "UIScene\($0)Notification" }
}

/// The file of a log, and another one beside it that holds when the process was last alive.
///
/// It is rewritten twenty times a second: a process that stood still, or was ended, is known by it.
private final class RecorderFile: @unchecked Sendable {
  private let queue = DispatchQueue(label: "recorder")
  private var (lines, alive): (FileHandle?, FileHandle?)
  private var (beginning, lastBeat, number, process) = (0, 0, 0, 1)
  private var timer: (any DispatchSourceTimer)?

  func open(_ url: URL, _ header: [String: Any]) {
    let pulse = url.appendingPathExtension("alive")
    let last = (try? String(contentsOf: pulse, encoding: .utf8))?.split(separator: " ")
      .compactMap { Int($0) }
    for file in [url, pulse] where !FileManager.default.fileExists(atPath: file.path) {
      // The log goes on while the device is locked.
      let attributes = [FileAttributeKey.protectionKey: FileProtectionType.none]
      _ = FileManager.default.createFile(atPath: file.path, contents: nil, attributes: attributes)
    }
    (lines, alive) = (try? FileHandle(forWritingTo: url), try? FileHandle(forWritingTo: pulse))
    _ = try? lines?.seekToEnd()
    (beginning, lastBeat) = (Self.now, Self.now)
    if let last, last.count == 4 {
      (beginning, number, process) = (last[0], last[2], last[3])
      append(["kind": "end", "name": ""], at: last[1])
      process += 1
    } else {
      put(header)
    }
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer?.schedule(deadline: .now(), repeating: .milliseconds(50))
    timer?.setEventHandler { [self] in beat() }
    timer?.resume()
  }

  func write(_ line: [String: Any]) {
    queue.sync {
      beat()
      append(line, at: Self.now)
      beat()
    }
  }

  private func beat() {
    let now = Self.now
    if now - lastBeat > 700 { append(["kind": "read", "name": "suspended"], at: lastBeat) }
    lastBeat = now
    try? alive?.seek(toOffset: 0)
    try? alive?.write(contentsOf: Data("\(beginning) \(now) \(number) \(process) \n".utf8))
  }

  private func append(_ line: [String: Any], at moment: Int) {
    number += 1
    put(line.merging(["n": number, "time": moment - beginning, "process": process]) { $1 })
  }

  private func put(_ line: [String: Any]) {
    let data = try? JSONSerialization.data(withJSONObject: line, options: .sortedKeys)
    try? lines?.write(contentsOf: (data ?? Data("{}".utf8)) + Data("\n".utf8))
  }

  private static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }
}
