// Versions of the system, compared part by part, and ranges of them as the rules use them.

import RehearsalValues

/// A version of the operating system, such as 17, 6.1 or 11.0.3.
public struct SystemVersion: Hashable, Sendable {
  /// The parts before, between and after the dots.
  package let major: Int, minor: Int, patch: Int

  /// Makes a version from its parts.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads a version from its source text, so that `4.10` is later than `4.9`.
  ///
  /// One to three parts of decimal digits between dots; anything else is nil.
  package init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers = [0, 0, 0]
    for (position, part) in parts.enumerated() {
      guard (1...4).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = Int(part)
      else { return nil }
      numbers[position] = number
    }
    self.init(numbers[0], numbers[1], numbers[2])
  }
}

extension SystemVersion: Comparable {
  /// Whether the left version is the earlier one.
  public static func < (left: SystemVersion, right: SystemVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension SystemVersion: ExpressibleByIntegerLiteral {
  /// Makes the version of a whole number, such as 17.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension SystemVersion: CustomStringConvertible {
  /// The version as people write it: `17`, `6.1`, `11.0.3`.
  public var description: String {
    if patch != 0 { return "\(major).\(minor).\(patch)" }
    return minor != 0 ? "\(major).\(minor)" : "\(major)"
  }
}

/// The versions from one on, up to but not including another.
public struct SystemVersionRange: Hashable, Sendable {
  /// The first version of the range.
  public let first: SystemVersion
  /// The first version after the range; nil when the range has no end.
  public let end: SystemVersion?

  /// The versions that the rules speak of, and whatever comes after them.
  package static let all = from(RuleBook.versions.first)

  /// All versions from one on.
  package static func from(_ first: SystemVersion) -> SystemVersionRange {
    SystemVersionRange(first: first, end: nil)
  }

  /// The versions from one on, up to but not including another.
  package static func from(
    _ first: SystemVersion, before end: SystemVersion
  ) -> SystemVersionRange {
    SystemVersionRange(first: first, end: end)
  }

  /// The versions from one to another, whose own minor versions belong to the range.
  ///
  /// `.majors(4, 12)` ends before 13.
  package static func majors(_ first: Int, _ last: Int) -> SystemVersionRange {
    SystemVersionRange(first: SystemVersion(first), end: SystemVersion(last + 1))
  }

  /// Whether the version belongs to the range.
  public func contains(_ version: SystemVersion) -> Bool {
    guard version >= first else { return false }
    return end.map { version < $0 } ?? true
  }
}

extension SystemVersionRange: CustomStringConvertible {
  /// The range as people write it: `iOS 13 and later`, `iOS 4 to before 13`.
  public var description: String {
    end.map { "iOS \(first) to before \($0)" } ?? "iOS \(first) and later"
  }
}

/// What keeps something from being there: the versions that have it, and the one that is played.
package struct MissingFromSystem: Hashable, Sendable {
  /// The versions that have it.
  package let versions: SystemVersionRange
  /// The version of the device.
  package let system: SystemVersion
}

extension Profile {
  /// What a system of other versions has (R167); nil where this one belongs to them.
  package func missing(_ versions: SystemVersionRange) -> MissingFromSystem? {
    let system = system(for: .R167)
    return versions.contains(system) ? nil : MissingFromSystem(versions: versions, system: system)
  }
}

extension SystemVersion {
  /// The version that a value is written as; nil for anything else.
  package static func written(as value: ScriptValue) -> SystemVersion? {
    switch value {
    case .integer(let version): SystemVersion(parsing: String(version))
    case .double(let version): SystemVersion(parsing: String(version))
    case .string(let version): SystemVersion(parsing: version)
    default: nil
    }
  }
}
