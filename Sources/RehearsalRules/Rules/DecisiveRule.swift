// Which rule makes two versions of the system lead to different results? The rules in which they
// differ are played as on the later one, one more at a time, until the outcome turns.

extension RuleBook {
  /// The rule by which a run comes out otherwise on another version.
  ///
  /// - Parameters:
  ///   - earlier: A device.
  ///   - later: The same one with a later version.
  ///   - isAsLater: Whether a run on a profile comes out as it does on `later`; not so on `earlier`.
  /// - Returns: The rule that turns the outcome; nil where none does, because what is run asks for
  ///   the version itself.
  /// - Complexity: O(log *n*) runs in the number of rules in which the versions differ.
  package static func decisiveRule(
    from earlier: Profile, to later: Profile, isAsLater: (Profile) -> Bool
  ) -> RuleNumber? {
    let rules = differences(between: earlier, and: later)
    func profile(withFirst count: Int) -> Profile {
      var profile = earlier
      for rule in rules.prefix(count) { profile.systemsByRule[rule] = later.system }
      return profile
    }
    guard isAsLater(profile(withFirst: rules.count)) else { return nil }
    // With the first `lower` rules it is not as on the later system, with the first `upper` it is.
    var (lower, upper) = (0, rules.count)
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if isAsLater(profile(withFirst: middle)) { upper = middle } else { lower = middle }
    }
    return rules.indices.contains(upper - 1) ? rules[upper - 1] : nil
  }

  /// The rules that play otherwise on the two, first the one about what there is at all: what other
  /// rules do can only be seen in words that there are.
  private static func differences(between earlier: Profile, and later: Profile) -> [RuleNumber] {
    [.R167] + rulesThatDiffer(between: earlier, and: later)
  }

  /// The rules that switch something or grant a time on one system, and not so on the other.
  ///
  /// - Complexity: O(*n* · *m*) in the numbers of rules and of what they switch
  package static func rulesThatDiffer(
    between earlier: Profile, and later: Profile
  ) -> [RuleNumber] {
    let features = FeatureSet(of: earlier)
    let spans = Budget.allCases.map(earlier.span(of:))
    return rules.map(\.number).filter { rule in
      var changed = earlier
      changed.systemsByRule[rule] = later.system
      return rule != .R167
        && (FeatureSet(of: changed) != features
          || Budget.allCases.map(changed.span(of:)) != spans)
    }
  }
}
