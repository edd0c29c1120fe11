// Lifecycle vectors: what devices do, as data, read from the file that lies beside this code.

import Foundation

/// What a device does to an app in one life of it: the calls, the notifications, the states to read.
public struct LifecycleVector: Codable, Sendable, CustomStringConvertible {
  /// Whether devices do this.
  public enum Result: String, Codable, Sendable {
    case valid
    /// Sources differ: one of two sides.
    case acceptable
    /// No device does this; the vector names an edit of a valid one.
    case invalid
  }

  /// Names the vector for good; it is made of its content.
  public let id: String
  /// What happens, in words.
  public let title: String
  /// Whether devices do this.
  public let result: Result
  /// How the app is built: `sceneless` or `scenes`.
  public let shape: String?
  /// The versions of iOS in which it is the same, such as `13-27`.
  public let systems: [String]?
  /// What there is to choose by, such as a launch in the background or a force quit.
  public let flags: [String]?
  /// The rules that its steps follow, such as `R054`.
  public let rules: [String]?
  /// What the user and the world do, each with its moment in milliseconds.
  public let acts: [String]?
  /// The script that shows it in Rehearsal.
  public let script: String?
  /// What the app meets.
  public internal(set) var steps: [LifecycleStep]?
  /// The conflict of sources, of an acceptable vector.
  public let conflict: String?
  /// The side that this one is, `observed` or `documented`, of an acceptable vector.
  public internal(set) var evidence: String?

  private struct Side: Codable, Sendable {
    let evidence: String
    let steps: [LifecycleStep]
  }

  private let sides: [Side]?

  /// The title, with the side where there are two.
  public var description: String { evidence.map { "\(title) (\($0))" } ?? title }

  /// Whether it is the same on a version of iOS.
  public func isOn(system version: Int) -> Bool {
    (systems ?? []).contains { range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      return ends.first.map { ($0...max($0, ends.last ?? $0)).contains(version) } ?? false
    }
  }

  /// All that devices do, with both sides of acceptable ones; to be filtered by flag, rule and system.
  public static let all: [LifecycleVector] = {
    guard let url = Bundle.module.url(forResource: "vectors", withExtension: "json"),
      let vectors = try? read(Data(contentsOf: url))
    else { preconditionFailure("vectors.json is missing beside the LifecycleDriver, or damaged") }
    return vectors
  }()

  /// The vectors of a file, without the invalid ones; throws the decoder's error for another file.
  public static func read(_ data: Data) throws -> [LifecycleVector] {
    struct File: Codable { let vectors: [LifecycleVector] }
    return try JSONDecoder().decode(File.self, from: data).vectors.flatMap { vector in
      guard let sides = vector.sides else { return vector.result == .invalid ? [] : [vector] }
      return sides.map { side in
        var played = vector
        (played.evidence, played.steps) = (side.evidence, side.steps)
        return played
      }
    }
  }
}

/// One step of a vector.
public struct LifecycleStep: Codable, Sendable, CustomStringConvertible {
  /// The kinds of steps.
  public enum Kind: String, Codable, Sendable {
    case delegate, sceneDelegate, viewController, notification
    /// Another state to read, of which nobody is told.
    case read
    /// The process ends.
    case end
  }

  /// When, in milliseconds since the device was started.
  public let time: Int
  /// Which process of the app, from 1.
  public let process: Int
  /// Its kind.
  public let kind: Kind
  /// UIKit's selector or the notification's name; why the process ends.
  public let name: String
  /// `active`, `inactive` or `background`, as the app reads it; nil at the end.
  public let state: String?
  /// Whether no code of the process runs from here to its next step.
  public let suspended: Bool?
  /// Which scene, from 1.
  public let scene: Int?
  /// The scene's own state.
  public let sceneState: String?
  /// Whether protected files can be read; nil where they can.
  public let protectedDataAvailable: Bool?
  /// The rule that says so.
  public let rule: String?

  /// The moment, what happens and the rule.
  public var description: String {
    let rest = [state, rule.map { "by \($0)" }].compactMap(\.self).joined(separator: ", ")
    return "\(Double(time) / 1000)s process \(process): \(name) (\(rest))"
  }
}
