// A probe: a few small things that a person does with a phone, or a script beside it, and the script of the
// rule book that plays the same. What it says is done is taken from what the script does.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalVectors

/// One probe.
package struct Probe: Sendable {
  /// How the app is built that takes it.
  package enum Shape: String, CaseIterable, Sendable {
    /// UIKit without scenes.
    case sceneless
    /// UIKit with scenes.
    case scenes
    /// SwiftUI's own life cycle.
    case swiftUI
  }

  /// Its name, which the log has.
  package let name: String
  /// How the app is built.
  package let shape: Shape
  /// Its subject, in a few words.
  package let title: String
  /// The equipment besides a phone and a person; nil for nothing.
  package let needs: String?
  /// The script, whose only scenario is the probe.
  package let script: String
  /// The script, ready to be played.
  let compiled: Script

  init(
    _ name: String, _ shape: Shape, _ title: String, needs: String? = nil, _ script: String
  ) {
    (self.name, self.shape, self.title, self.needs) = (name, shape, title, needs)
    self.script = script + "\n"
    compiled = Script(SourceText(name: "\(name).rehearsal", script + "\n"))
  }

  /// All probes: first those that take a phone and ten minutes.
  package static let all: [Probe] = byHand + ofWindows + withServices + ofEarlierSystems

  /// The probe of a name; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the number of probes
  package static func probe(_ name: String) -> Probe? { all.first { $0.name == name } }

  /// The device of the script.
  package var device: Profile { compiled.cases.first?.profile ?? Profile() }

  /// The fault of the script; nil for nothing.
  package var fault: String? {
    guard compiled.cases.count == 1 else {
      return compiled.diagnostics.first.map { "\($0.message)" } ?? "it has no scenario"
    }
    return nil
  }

  // MARK: - What is done

  /// The instructions for a person, one sentence for each act and each wait.
  package var sentences: [String] {
    guard let life = RecordedLife(0, of: compiled, keepsLogs: true) else { return [] }
    var sentences: [String] = []
    var time: Int64 = 0
    for act in life.acts {
      if act.time > time { sentences.append("Wait \(Self.span(act.time - time)).") }
      time = act.time
      sentences.append(Self.sentence(act))
    }
    return sentences
  }

  /// How long it takes at least, in seconds.
  package var duration: Int {
    guard let life = RecordedLife(0, of: compiled), let last = life.acts.last else { return 0 }
    return Int(last.time / 1000) + life.acts.count * 3
  }

  private static func span(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    if seconds >= 7200, seconds % 3600 == 0 { return "\(seconds / 3600) hours" }
    if seconds >= 120, seconds % 60 == 0 { return "\(seconds / 60) minutes" }
    return seconds == 1 ? "one second" : "\(seconds) seconds"
  }

  /// An act in words for the person who does it; an act that no hand can do stands as in a script.
  private static func sentence(_ act: RecordedLife.Act) -> String {
    let argument = act.text.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
    switch act.name {
    case .launch where act.text.contains(".carPlay"): return "Open the app on the car's screen."
    case .launch where !act.text.contains("Probe"): return "Open another app."
    case .launch: return "Open the app by its icon, or in the switcher."
    case .press where act.text.contains(".lock"): return "Press the side button."
    case .press where act.text.contains(".carPlay"): return "Leave the app on the car's screen."
    case .press: return "Go to the home screen."
    case .unlock: return "Unlock the phone."
    case .forceQuit: return "Open the switcher and swipe the app away."
    case .touch: return "Tap “\(argument)” in the app."
    case .answer: return "Answer the question with Allow."
    case .dismiss: return "Answer the question with Don't Allow."
    case .open: return "Open \(argument) in Notes or Safari."
    case .newWindow: return "Open another window of the app."
    case .closeWindow: return "Close that window in the switcher."
    case .shutDown: return "Switch the phone off."
    case .powerOn: return "Switch the phone on."
    case .reboot: return "Restart the phone."
    case .rotate: return "Turn the phone."
    case .warnMemory: return "In the simulator: Debug > Simulate Memory Warning."
    case .purge: return "Open several large apps or games, until this one was ended."
    case .tapNotification: return "Tap the app's notification."
    case .connect where act.text.contains(".carPlay"): return "Connect the car."
    case .connect: return "Connect a second screen."
    case .disconnect: return "Disconnect it."
    case .push: return "From the computer: \(act.text)"
    default: return "As a script says: \(act.text)"
    }
  }
}
