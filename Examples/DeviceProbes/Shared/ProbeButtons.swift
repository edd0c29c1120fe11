// What the buttons of the probes do: the same as those of the scripts.

import AppTrackingTransparency
import Contacts
import Photos
import UIKit

/// The buttons of probes.
@MainActor
enum ProbeButtons {
  /// The buttons that a probe has.
  static func titles(of probe: String) -> [String] {
    switch probe {
    case "hang": ["Work", "Tap"]
    case "prompts": ["Ask for both"]
    case "tracking": ["Ask"]
    case "transfer": ["Load"]
    default: []
    }
  }

  /// Does what a button is for.
  static func tap(_ title: String) {
    switch title {
    case "Work": ProbeRun.work(60)
    case "Tap": Recorder.shared.say("tapped")
    case "Ask for both":
      CNContactStore().requestAccess(for: .contacts) { granted, _ in answer(granted) }
      PHPhotoLibrary.requestAuthorization(for: .readWrite) { answer($0 == .authorized) }
    case "Ask":
      ATTrackingManager.requestTrackingAuthorization { answer($0 == .authorized) }
    case "Load":
      guard let url = URL(string: "https://httpbin.org/delay/8") else { return }
      URLSession.shared.dataTask(with: url) { _, _, error in
        Task { @MainActor in Recorder.shared.say(error == nil ? "loaded" : "failed") }
      }.resume()
    default: break
    }
  }

  private nonisolated static func answer(_ granted: Bool) {
    Task { @MainActor in Recorder.shared.say("\(granted)") }
  }
}
