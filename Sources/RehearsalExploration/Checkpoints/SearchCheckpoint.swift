// A search under way as a value that can be written to a file: another process goes on from it and
// comes to the same. Of the states only identities and ways are kept; those that are still to be
// gone on from are made anew by going their ways once more.

import Rehearsal
import RehearsalValues

/// A search under way, to be gone on with in another process.
///
/// It is encoded as a whole, preferably in a binary format, for a state takes some twenty bytes.
public struct SearchCheckpoint: Codable, Sendable {
  /// What the search is of.
  struct Origin: Codable, Hashable, Sendable {
    /// The form of checkpoints.
    var version = 3
    let title: String
    /// The digest of the script and of the files that it imports.
    let script: [UInt64]
    let reductions: [String]
  }

  /// How far it is.
  enum Content: Codable, Sendable {
    case search(Search.Record)
    case plain(PlainRecord)
  }

  let origin: Origin
  let content: Content

  /// Why a search cannot go on from a checkpoint.
  public enum Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is of another script or exploration, or of another text of it.
    case otherScript
    /// It was made with other reductions.
    case otherReductions
    /// What it holds does not come to the same states: another version has made it, or it is damaged.
    case otherStates

    /// The reason, as a sentence without its full stop.
    public var description: String {
      switch self {
      case .otherScript: "the checkpoint is of another exploration, or of an earlier text of it"
      case .otherReductions: "the checkpoint was made with other reductions"
      case .otherStates:
        "the checkpoint does not lead to the states that it names: another version has made it, "
          + "or it is damaged"
      }
    }
  }

  /// Checks that it is of an exploration.
  func check(_ other: Origin) throws(Mismatch) {
    guard origin.version == other.version else { throw .otherStates }
    guard origin.title == other.title, origin.script == other.script else { throw .otherScript }
    guard origin.reductions == other.reductions else { throw .otherReductions }
  }
}

/// Where a search goes on from, and who keeps how far it is.
public struct SearchCheckpoints {
  /// Where it goes on from; nil for the beginning.
  public var start: SearchCheckpoint?
  /// Whether it is time for another; asked every now and then.
  public var isDue: () -> Bool
  /// Is given how far the search is: when one is due, and when the search ends.
  public var keep: (SearchCheckpoint) -> Void

  /// Makes the checkpoints of a search.
  ///
  /// - Parameters:
  ///   - start: Where it goes on from; nil for the beginning.
  ///   - isDue: Whether it is time for another.
  ///   - keep: Is given how far the search is.
  public init(
    from start: SearchCheckpoint? = nil, isDue: @escaping () -> Bool,
    keep: @escaping (SearchCheckpoint) -> Void
  ) {
    self.start = start
    self.isDue = isDue
    self.keep = keep
  }
}
