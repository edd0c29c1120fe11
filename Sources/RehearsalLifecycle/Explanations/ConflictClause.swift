// Where the sources of a rule differ, explanations say so: the question, the side that was played, and
// how a profile gets the other one.

extension SourceConflict {
  /// The question, what is played on a profile, and what plays the other side.
  func text(on profile: Profile) -> String {
    let played =
      choice.map { side(of: $0, on: profile) } ?? "Played: " + Self.lowercasingFirst(settlement)
    return "\(number): \(question) \(played)\(quirkText(on: profile))"
  }

  private func side(of choice: Choice, on profile: Profile) -> String {
    let chosen = profile.chosenEvidence(for: choice)
    guard let evidence = profile.evidence(for: choice) else {
      return "Played: \(Self.lowercasingFirst(settlement)) Others: "
        + Evidence.allCases.map(entry).joined(separator: " or ") + "."
    }
    let isUsual = chosen == nil ? ", as usual on iOS \(profile.system)" : ""
    return
      "Played: \(evidence.words)\(isUsual); \(entry(evidence.other)) plays \(evidence.other.words)."
  }

  private func entry(_ evidence: Evidence) -> String {
    "evidence: [\"\(number)\": .\(evidence.rawValue)]"
  }

  private func quirkText(on profile: Profile) -> String {
    guard let quirk else { return "" }
    return profile.has(quirk)
      ? " The quirk .\(quirk.rawValue) is on." : " The quirk .\(quirk.rawValue) plays another side."
  }

  private static func lowercasingFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension Evidence {
  /// Whose word is played.
  fileprivate var words: String {
    switch self {
    case .observed: "what devices were seen to do"
    case .documented: "what the documents say"
    }
  }

  fileprivate var other: Evidence { self == .observed ? .documented : .observed }
}
