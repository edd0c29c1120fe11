// A profile as a list of what holds there, so that it can be printed and compared with another.
// Every trait is looked up or played; none is written down here.

import RehearsalLifecycle

/// One thing that holds on a profile.
package struct ProfileTrait: Hashable, Sendable {
  /// What a trait is about, in the order in which traits are listed.
  package enum Topic: String, CaseIterable, Sendable {
    case device = "The device"
    case withoutScenes = "Messages to an app without scenes"
    case withScenes = "Messages to an app with scenes"
    case spans = "Lengths of time"
    case codes = "Exception codes"
    case quirks = "Quirks"
    case evidence = "Sources followed where they differ"
  }

  /// What it is about.
  package let topic: Topic
  /// Its name, unique in its topic.
  package let name: String
  /// What holds.
  package let value: String
  /// The rules that say so.
  package let rules: [RuleNumber]
}

extension Profile {
  /// What holds on the profile, by topic.
  package var traits: [ProfileTrait] {
    deviceTraits + eventTraits(.withoutScenes, hasScenes: false)
      + (knowsScenes ? eventTraits(.withScenes, hasScenes: true) : [])
      + spanTraits + codeTraits + quirkTraits + evidenceTraits
  }

  /// The rules whose versions the profile belongs to, in order.
  package var rulesThatHold: [Rule] { RuleBook.rules.filter { $0.versions.contains(system) } }

  private func holds(_ rule: RuleNumber) -> Bool {
    RuleBook.rule(rule)?.versions.contains(system) ?? false
  }

  private var knowsScenes: Bool { holds(.R013) }

  private var deviceTraits: [ProfileTrait] {
    func trait(_ name: String, _ value: String, _ rules: [RuleNumber] = []) -> ProfileTrait {
      ProfileTrait(topic: .device, name: name, value: value, rules: rules)
    }
    func truth(_ value: Bool) -> String { value ? "yes" : "no" }
    return [
      trait("system", "iOS \(system)"), trait("model", model),
      trait("memory", "\(totalMemory >> 20) MB", [.R114]),
      trait("multitasking", truth(hasMultitasking), [.R001, .R002]),
      trait("scenes", truth(knowsScenes), [.R013]),
      trait(
        "Split View",
        truth(family.runsPadApps && holds(.R052) && !has(.severalAppsInFront)), [.R052]),
      trait("suspension", truth(hasMultitasking && !has(.processesRunOn)), [.R060, .R178]),
      trait("prewarming", truth(holds(.R026)), [.R026]),
      trait("quick actions", truth(holds(.R023)), [.R023]),
      trait("fetch and silent pushes", truth(holds(.R097)), [.R097, .R098]),
      trait("task scheduler", truth(holds(.R101)), [.R101]),
    ]
  }

  private func eventTraits(
    _ topic: ProfileTrait.Topic, hasScenes: Bool
  ) -> [ProfileTrait] {
    LifecycleEvent.allCases.map { event in
      guard let result = event.play(on: self, hasScenes: hasScenes) else {
        return ProfileTrait(topic: topic, name: event.rawValue, value: "–", rules: [])
      }
      return ProfileTrait(
        topic: topic, name: event.rawValue, value: result.text, rules: result.rules)
    }
  }

  private var spanTraits: [ProfileTrait] {
    Budget.allCases.compactMap { budget in
      guard let row = budget.row(for: self), holds(row.rule) else { return nil }
      return ProfileTrait(
        topic: .spans, name: budget.name, value: "\(span(of: budget))", rules: [row.rule])
    }
  }

  private var codeTraits: [ProfileTrait] {
    guard hasMultitasking else { return [] }
    let codes: [(String, Int64)] = [
      ("task not ended", ExitCode.leakedBackgroundTask(has)),
      ("transfers not answered", WakeUpKind.backgroundURLSession.timeoutCode(has)),
    ]
    return codes.map { name, code in
      ProfileTrait(
        topic: .codes, name: name, value: ExitCode.text(code), rules: [.R113])
    }
  }

  private var quirkTraits: [ProfileTrait] {
    Quirk.allCases.filter(has).map { quirk in
      ProfileTrait(
        topic: .quirks, name: quirk.rawValue, value: quirk.help, rules: [quirk.rule])
    }
  }

  private var evidenceTraits: [ProfileTrait] {
    let general = ProfileTrait(
      topic: .evidence, name: "evidence",
      value: evidence?.rawValue ?? "the default of each conflict", rules: [])
    return [general]
      + SourceConflict.Choice.allCases.compactMap { conflict in
        evidenceByConflict[conflict].map {
          ProfileTrait(
            topic: .evidence, name: conflict.rawValue, value: $0.rawValue, rules: [])
        }
      }
  }
}
