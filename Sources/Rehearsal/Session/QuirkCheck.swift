// Quirks that a script names and that make no difference on what it is played on: a typing error in all
// but the letters. Where no playing has one it is an error, and where only some have it a warning.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalSyntax

/// Finds quirks that make no difference.
struct QuirkCheck {
  /// A quirk as it is written, and the devices that it is written for.
  private struct Written {
    let setting: CompiledSetting
    let profiles: [Profile]
  }

  private let outline: ScriptOutline
  /// The file's own device, where something is played on it, or a command chose other systems.
  private let ownDevices: [Profile]
  private let cases: [ScenarioCase]
  /// Whether a command chose the systems, for which nobody wrote the script.
  private let areSystemsChosen: Bool

  /// Makes the check of scripts.
  ///
  /// - Parameters:
  ///   - outline: What the scripts declare.
  ///   - ownDevices: The file's device; none where all of its scenarios name others.
  ///   - cases: The playings of its scenarios.
  ///   - areSystemsChosen: Whether a command chose the systems.
  init(
    _ outline: ScriptOutline, on ownDevices: [Profile], cases: [ScenarioCase],
    areSystemsChosen: Bool
  ) {
    self.outline = outline
    self.ownDevices = ownDevices
    self.cases = cases
    self.areSystemsChosen = areSystemsChosen
  }

  /// What is wrong, in the order of the places.
  var diagnostics: [Diagnostic] {
    (ofFile + ofHeaders).compactMap(diagnostic).sorted { $0.range.start < $1.range.start }
  }

  /// The quirks of the file's device, which hold for every scenario that names none itself.
  private var ofFile: [Written] {
    let playings = cases.filter { quirks(in: outline.scenarios[$0.scenario].settings).isEmpty }
    return quirks(in: outline.deviceSettings).map {
      Written(setting: $0, profiles: ownDevices + playings.map(\.profile))
    }
  }

  private var ofHeaders: [Written] {
    outline.scenarios.enumerated().flatMap { number, scenario in
      quirks(in: scenario.settings).map { setting in
        Written(
          setting: setting, profiles: cases.filter { $0.scenario == number }.map(\.profile))
      }
    }
  }

  private func quirks(in settings: [CompiledSetting]) -> [CompiledSetting] {
    settings.filter { $0.key == ProfileKey.quirks.rawValue }.flatMap {
      $0.elements.isEmpty ? $0.laidOut : $0.elements
    }
  }

  private func diagnostic(_ written: Written) -> Diagnostic? {
    guard case .symbol(let name) = written.setting.value, let quirk = Quirk(rawValue: name) else {
      return nil
    }
    let idle = written.profiles.filter { !quirk.matters(on: $0) }
    guard let first = idle.first else { return nil }
    let isIdle = idle.count == written.profiles.count
    guard isIdle || !areSystemsChosen else { return nil }
    let place = written.setting.place
    let devices = quirk.families.map {
      " of the models " + $0.map(\.rawValue).joined(separator: ", ")
    }
    let text =
      "the quirk `.\(name)` belongs to \(quirk.versions)\(devices ?? "") and does nothing on "
      + (isIdle ? "" : "one of these devices, ") + "\(first.model) with iOS \(first.system)"
    return Diagnostic(
      isIdle ? .idleQuirk : .quirkOfSomeSystems, in: place.source, at: place.range, text)
  }
}

extension CompiledSetting {
  /// What a list holds that is not written out, such as a constant; each at the place of the whole.
  fileprivate var laidOut: [CompiledSetting] {
    guard case .list(let values) = value else { return [] }
    return values.map {
      CompiledSetting(key: key, value: $0, sourceText: sourceText, place: place)
    }
  }
}
