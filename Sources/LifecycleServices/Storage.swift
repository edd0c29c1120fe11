// What outlives the process: preferences and files. Both are for any code of the process, an actor's
// as well as the main actor's.

/// The preferences of the app.
public protocol Defaults: AnyObject, Sendable {
  /// The text of a key; nil if there is none.
  func string(forKey key: String) -> String?
  /// The number of a key; nil if there is none.
  func integer(forKey key: String) -> Int?
  /// The truth value of a key; nil if there is none.
  func boolean(forKey key: String) -> Bool?
  /// The number of a key with its fraction; nil if there is none.
  func double(forKey key: String) -> Double?
  /// The bytes of a key; nil if there are none.
  func bytes(forKey key: String) -> [UInt8]?
  /// Keeps a text.
  func set(_ value: String, forKey key: String)
  /// Keeps a number.
  func set(_ value: Int, forKey key: String)
  /// Keeps a truth value.
  func set(_ value: Bool, forKey key: String)
  /// Keeps a number with its fraction, such as the seconds of a date.
  func set(_ value: Double, forKey key: String)
  /// Keeps bytes.
  func set(_ value: [UInt8], forKey key: String)
  /// Forgets a key.
  func removeValue(forKey key: String)
}

/// The files of the app, in one folder of its own.
public protocol Files: AnyObject, Sendable {
  /// The bytes of a file; nil if there is none that can be read.
  func readFile(_ name: String) -> [UInt8]?

  /// Writes a whole file, or leaves it as it was.
  ///
  /// - Throws: `FileError`.
  func writeFile(_ bytes: [UInt8], named name: String) throws(FileError)

  /// Removes a file; without effect where there is none.
  func removeFile(_ name: String)
}

/// Why a file could not be written.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let name: String
  /// What the platform says.
  public let reason: String

  /// Makes an error; for implementations of `Files`.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The file and the reason.
  public var description: String { "\(name) is not written: \(reason)" }
}
