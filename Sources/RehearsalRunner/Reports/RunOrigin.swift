// Where a run comes from: what reports say of it that does not follow from its scripts. The host tells
// it; without, reports of equal runs are equal.

/// When, how and where a run was made.
package struct RunOrigin: Sendable {
  /// When it began, in UTC, as in `2026-11-28T06:00:00Z`; nil where the host does not say.
  package var date: String?
  /// The command that was typed, as a line for a shell; nil for none.
  package var command: String?
  /// The system and the processor of the computer, as in `Linux x86_64`.
  package var system: String?
  /// The commit that was checked out, as digits; nil outside of a checkout.
  package var commit: String?
  /// The checkout in which the run took place; nil outside of one.
  package var checkout: Checkout?
  /// Whether reports say how long cases took on this computer.
  package var saysElapsedTime = true

  /// Makes an origin of which nothing is known.
  package init() {}

  /// A file as those name it who know the checkout and not the folder of the run.
  func path(of file: String) -> String { checkout?.path(of: file) ?? file }
}

/// A folder under version control, and the folder inside in which a command runs.
package struct Checkout: Hashable, Sendable {
  private let root: [Substring]
  private let folder: [Substring]

  /// Makes a checkout; nil if the folder is not inside.
  ///
  /// - Parameters:
  ///   - root: The path of its root, from the root of the file system on.
  ///   - folder: The path of the folder of the run, likewise.
  package init?(root: String, folder: String) {
    self.root = root.split(separator: "/")
    self.folder = folder.split(separator: "/")
    guard self.folder.starts(with: self.root) else { return nil }
  }

  /// The path of a file from the root of the checkout on; as it was written if it lies elsewhere.
  ///
  /// - Parameter file: A path, from the folder of the run on or from the root of the file system.
  /// - Returns: The path, without a slash at its start if it lies in the checkout.
  package func path(of file: String) -> String {
    var parts = file.hasPrefix("/") ? [] : folder
    for part in file.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return file }
    }
    guard parts.starts(with: root), parts.count > root.count else { return file }
    return parts.dropFirst(root.count).joined(separator: "/")
  }
}
