// What an app keeps outside its process: plain data by key, in three places. It outlives every
// process and goes with the installation.

import OrderedCollections

/// The places where an app keeps data outside its process.
public enum StoragePlace: String, CaseIterable, Hashable, Sendable {
  /// The app's files.
  case disk
  /// The app's preferences.
  case preferences
  /// Files that the system may remove while the app is not running.
  case caches
  /// What the app saved of the state of its interface (R058).
  case restoration
}

/// The data of one installation.
struct Storage: Sendable {
  private var disk: OrderedDictionary<String, PlainValue> = [:]
  private var preferences: OrderedDictionary<String, PlainValue> = [:]
  private var caches: OrderedDictionary<String, PlainValue> = [:]
  private var restoration: OrderedDictionary<String, PlainValue> = [:]

  /// The bytes that are kept in all places.
  private(set) var byteCount = 0

  /// Keeps a value, or removes the key where it is nil; false where there is no room for it.
  mutating func set(
    _ value: PlainValue?, forKey key: String, in place: StoragePlace, limit: Int
  ) -> Bool {
    func bytes(_ value: PlainValue?) -> Int { value.map { $0.byteCount + key.utf8.count } ?? 0 }
    let grown = byteCount - bytes(self[place][key]) + bytes(value)
    guard grown <= limit || value == nil else { return false }
    self[place][key] = value
    byteCount = grown
    return true
  }

  /// Removes all values of a place.
  mutating func removeAll(in place: StoragePlace) {
    for (key, value) in self[place] { byteCount -= value.byteCount + key.utf8.count }
    self[place] = [:]
  }

  private(set) subscript(place: StoragePlace) -> OrderedDictionary<String, PlainValue> {
    get {
      switch place {
      case .disk: disk
      case .preferences: preferences
      case .caches: caches
      case .restoration: restoration
      }
    }
    _modify {
      switch place {
      case .disk: yield &disk
      case .preferences: yield &preferences
      case .caches: yield &caches
      case .restoration: yield &restoration
      }
    }
  }
}

extension Device {
  /// What an app keeps under a key; nil when there is nothing.
  package func value(
    forKey key: String, in place: StoragePlace, of app: AppIdentifier
  ) -> PlainValue? {
    installation(app)?.storage[place][key]
  }

  /// The keys of a place in the order of their first use.
  package func keys(in place: StoragePlace, of app: AppIdentifier) -> [String] {
    installation(app).map { Array($0.storage[place].keys) } ?? []
  }

  /// Keeps a value under a key, or removes the key when the value is nil or `.none`.
  ///
  /// - Throws: `CallFault.handleNotStorable` for a value that names something of a process,
  ///   `CallFault.processEnded` when the device has no such app installed, and
  ///   `CallFault.storageFull` for more than `Limits.storageBytes`.
  /// - Complexity: O(n) in the size of the value, and in the number of keys when one is removed
  package mutating func setValue(
    _ value: PlainValue?, forKey key: String, in place: StoragePlace, of app: AppIdentifier
  ) throws(CallFault) {
    guard installation(app)?.isInstalled == true else { throw .processEnded }
    let kept = value == PlainValue.none ? nil : value
    guard kept?.containsHandle != true else { throw .handleNotStorable }
    let hasRoom = installations[app.position].storage.set(
      kept, forKey: key, in: place, limit: limits.storageBytes)
    guard hasRoom else { throw .storageFull(limit: limits.storageBytes) }
  }
}
