// What an app keeps outside its process: plain data by key, in four places. It outlives every
// process and goes with the installation.

import OrderedCollections
import RehearsalValues

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

/// The data of the installed apps.
struct Containers: Sendable {
  /// The data of one installation.
  private struct Container: DefaultInitializable {
    var disk: OrderedDictionary<String, ScriptValue> = [:]
    var preferences: OrderedDictionary<String, ScriptValue> = [:]
    var caches: OrderedDictionary<String, ScriptValue> = [:]
    var restoration: OrderedDictionary<String, ScriptValue> = [:]
    /// The bytes that are kept in all places.
    var byteCount = 0

    subscript(place: StoragePlace) -> OrderedDictionary<String, ScriptValue> {
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

  private var containers = AppTable<Container>()

  /// What an app keeps under a key; nil when there is nothing.
  func value(
    forKey key: String, in place: StoragePlace, of app: AppIdentifier
  ) -> ScriptValue? {
    containers.read(app) { $0[place][key] } ?? nil
  }

  /// The keys of a place in the order of their first use.
  func keys(in place: StoragePlace, of app: AppIdentifier) -> [String] {
    containers.read(app) { Array($0[place].keys) } ?? []
  }

  func keyCount(in place: StoragePlace, of app: AppIdentifier) -> Int {
    containers.read(app) { $0[place].count } ?? 0
  }

  /// Keeps a value under a key, or removes the key when the value is nil.
  ///
  /// - Throws: `DeviceAPIError.notPlainData` for a value that names something of a process, and
  ///   `DeviceAPIError.storageFull` for more than `Limits.storageBytes`.
  /// - Complexity: O(n) in the size of the value, and in the number of keys when one is removed
  mutating func setValue(
    _ value: ScriptValue?, forKey key: String, in place: StoragePlace, of app: AppIdentifier,
    limit: Int
  ) throws(DeviceAPIError) {
    let kept = value == ScriptValue.nil ? nil : value
    guard kept?.isPlainData != false else { throw .notPlainData }
    guard kept != nil || !containers.isEmpty(app) else { return }
    func bytes(_ value: ScriptValue?) -> Int { value.map { $0.byteCount + key.utf8.count } ?? 0 }
    let grown = containers[app].byteCount - bytes(containers[app][place][key]) + bytes(kept)
    guard grown <= limit || kept == nil else { throw .storageFull(limit: limit) }
    containers[app][place][key] = kept
    containers[app].byteCount = grown
  }

  /// Removes all values of a place.
  mutating func removeAll(in place: StoragePlace, of app: AppIdentifier) {
    guard !containers.isEmpty(app) else { return }
    for (key, value) in containers[app][place] {
      containers[app].byteCount -= value.byteCount + key.utf8.count
    }
    containers[app][place] = [:]
  }

  mutating func appWasRemoved(_ app: AppIdentifier) { containers.remove(app) }

  /// Combines what an app keeps.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !containers.isEmpty(app) else { return walk.combine(0) }
    let container = containers[app]
    for place in StoragePlace.allCases {
      walk.combine(container[place].count)
      for (key, value) in container[place] {
        walk.combine(key)
        walk.combine(value)
      }
    }
  }
}

// MARK: - For app code

/// What an app asks of its storage.
package protocol StorageRequests: AppRequests {}

extension StorageRequests {
  /// What the app keeps under a key; nil when there is nothing.
  package func value(forKey key: String, in place: StoragePlace) -> ScriptValue? {
    read { parts, _ in parts.containers.value(forKey: key, in: place, of: process.app) }
  }

  /// The keys of a place in the order of their first use.
  package func keys(in place: StoragePlace) -> [String] {
    read { parts, _ in parts.containers.keys(in: place, of: process.app) }
  }

  /// How many keys the app has in a place.
  package func keyCount(in place: StoragePlace) -> Int {
    read { parts, _ in parts.containers.keyCount(in: place, of: process.app) }
  }

  /// Keeps a value under a key, or removes the key when the value is nil.
  ///
  /// - Throws: `DeviceAPIError.notPlainData` for a value that names something of a process,
  ///   `DeviceAPIError.processEnded` when the app was taken off the device, and
  ///   `DeviceAPIError.storageFull` for more than an app may keep.
  /// - Complexity: O(n) in the size of the value, and in the number of keys when one is removed
  package func setValue(
    _ value: ScriptValue?, forKey key: String, in place: StoragePlace
  ) throws(DeviceAPIError) {
    try ask { parts, kernel throws(DeviceAPIError) in
      try parts.setValue(value, forKey: key, in: place, of: process.app, kernel)
    }
  }
}

extension DeviceParts {
  /// Changes what an installed app keeps.
  mutating func setValue(
    _ value: ScriptValue?, forKey key: String, in place: StoragePlace, of app: AppIdentifier,
    _ kernel: Kernel
  ) throws(DeviceAPIError) {
    guard kernel.knows(app), kernel.apps[app.position].isInstalled else { throw .processEnded }
    try containers.setValue(
      value, forKey: key, in: place, of: app, limit: kernel.traits.limits.storageBytes)
  }
}
