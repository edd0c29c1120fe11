// What an app keeps outside its process: plain data by key. It outlives every process and goes with
// the installation, but for the Keychain's items, which stay.

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
  /// Files that are open only while the device is unlocked (R166).
  case protectedDisk
  /// Secrets, each with its own accessibility, which stay when the app is taken off the device (R169).
  case keychain

  /// The places whose contents are an app's own to look at: what restoration keeps is the system's.
  package static let seen = allCases.filter { $0 != .restoration }
}

extension StoragePlace {
  /// Whose data of the place an app reads and writes: an extension shares that of its app's group
  /// (R179).
  fileprivate func owner(_ app: AppIdentifier, _ kernel: Kernel) -> AppIdentifier {
    guard let container = kernel.apps[app.position].container else { return app }
    return switch self {
    case .disk, .preferences, .protectedDisk: container
    case .caches, .restoration, .keychain: app
    }
  }
}

/// The data of the installed apps.
struct Containers: Sendable {
  /// The data of one installation.
  private struct Container: DefaultInitializable {
    var disk = OrderedMap<String, ScriptValue>()
    var preferences = OrderedMap<String, ScriptValue>()
    var caches = OrderedMap<String, ScriptValue>()
    var restoration = OrderedMap<String, ScriptValue>()
    var protectedDisk = OrderedMap<String, ScriptValue>()
    var keychain = OrderedMap<String, ScriptValue>()
    /// When the items of the Keychain may be read, for each of them.
    var accessibilities = OrderedMap<String, KeychainAccessibility>()
    /// Whether the living process read its preferences before the first unlock, and continues with
    /// the empty copy that it got (C35).
    var hasEmptyPreferences = false
    /// What preferences are stored as that the living process has changed without free storage; nil
    /// for a key that is not stored (R194).
    var unsavedPreferences = OrderedMap<String, ScriptValue?>()
    /// The bytes that are kept in all places.
    var byteCount = 0

    subscript(place: StoragePlace) -> OrderedMap<String, ScriptValue> {
      get {
        switch place {
        case .disk: disk
        case .preferences: preferences
        case .caches: caches
        case .restoration: restoration
        case .protectedDisk: protectedDisk
        case .keychain: keychain
        }
      }
      _modify {
        switch place {
        case .disk: yield &disk
        case .preferences: yield &preferences
        case .caches: yield &caches
        case .restoration: yield &restoration
        case .protectedDisk: yield &protectedDisk
        case .keychain: yield &keychain
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
    containers.read(app) { $0[place].keys } ?? []
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
    guard place == .keychain else { return }
    let accessibility = containers[app].accessibilities[key] ?? .whenUnlocked
    containers[app].accessibilities[key] = kept == nil ? nil : accessibility
  }

  /// When an item of the Keychain may be read; nil where there is no such item.
  func accessibility(ofItem key: String, of app: AppIdentifier) -> KeychainAccessibility? {
    containers.read(app) { $0.accessibilities[key] } ?? nil
  }

  /// Changes when an item of the Keychain, which is there, may be read.
  mutating func setAccessibility(
    _ accessibility: KeychainAccessibility, ofItem key: String, of app: AppIdentifier
  ) { containers[app].accessibilities[key] = accessibility }

  /// Removes all values of a place.
  mutating func removeAll(in place: StoragePlace, of app: AppIdentifier) {
    guard !containers.isEmpty(app) else { return }
    for (key, value) in containers[app][place] {
      containers[app].byteCount -= value.byteCount + key.utf8.count
    }
    containers[app][place] = OrderedMap()
  }

  /// An app was taken off the device; what it has in the Keychain stays (R169).
  mutating func appWasRemoved(_ app: AppIdentifier) {
    guard let old = containers.read(app, { $0 }) else { return }
    containers.remove(app)
    guard old.keychain.count > 0 else { return }
    containers[app].keychain = old.keychain
    containers[app].accessibilities = old.accessibilities
    for (key, value) in old.keychain {
      containers[app].byteCount += value.byteCount + key.utf8.count
    }
  }

  /// A process with an empty copy of its preferences is gone, and the copy with it.
  mutating func processEnded(_ id: ProcessIdentifier) {
    guard !containers.isEmpty(id.app) else { return }
    containers[id.app].hasEmptyPreferences = false
    for (key, stored) in containers[id.app].unsavedPreferences {
      let current = containers[id.app].preferences[key]
      let bytes = { (value: ScriptValue?) in value.map { $0.byteCount + key.utf8.count } ?? 0 }
      containers[id.app].byteCount += bytes(stored) - bytes(current)
      containers[id.app].preferences[key] = stored
    }
    containers[id.app].unsavedPreferences = OrderedMap()
  }

  /// Notes what a preference is stored as that is about to be changed in the process alone.
  fileprivate mutating func noteUnsaved(_ key: String, of app: AppIdentifier) {
    guard containers[app].unsavedPreferences[key] == nil else { return }
    containers[app].unsavedPreferences[key] = .some(containers[app].preferences[key])
  }

  /// A preference is stored again.
  fileprivate mutating func noteSaved(_ key: String, of app: AppIdentifier) {
    guard !containers.isEmpty(app), containers[app].unsavedPreferences.count > 0 else { return }
    containers[app].unsavedPreferences[key] = nil
  }

  fileprivate func hasEmptyPreferences(_ app: AppIdentifier) -> Bool {
    containers.read(app) { $0.hasEmptyPreferences } ?? false
  }

  fileprivate mutating func readEmptyPreferences(_ app: AppIdentifier) {
    containers[app].hasEmptyPreferences = true
  }

  /// What a process writes with an empty copy of its preferences replaces those that are stored.
  fileprivate mutating func replacePreferences(of app: AppIdentifier) {
    guard hasEmptyPreferences(app) else { return }
    removeAll(in: .preferences, of: app)
    containers[app].hasEmptyPreferences = false
  }

  /// Combines what an app keeps.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !containers.isEmpty(app) else { return walk.combine(0) }
    let container = containers[app]
    walk.combine(container.hasEmptyPreferences)
    walk.combine(container.unsavedPreferences.count)
    for (key, stored) in container.unsavedPreferences {
      walk.combine(key)
      walk.combine(stored ?? .nil)
    }
    for place in StoragePlace.allCases {
      walk.combine(container[place].count)
      for (key, value) in container[place] {
        walk.combine(key)
        walk.combine(value)
        if place == .keychain, let accessibility = container.accessibilities[key] {
          walk.combine(accessibility)
        }
      }
    }
  }
}

// MARK: - For app code

/// What an app asks of its storage.
extension AppContext {
  /// What the app keeps under a key; nil when there is nothing.
  package func value(forKey key: String, in place: StoragePlace) -> ScriptValue? {
    canRead(place, key)
      ? read { parts, kernel in
        parts.services.containers.value(
          forKey: key, in: place, of: place.owner(process.app, kernel))
      } : nil
  }

  /// The keys of a place in the order of their first use.
  package func keys(in place: StoragePlace) -> [String] {
    canRead(place)
      ? read { parts, kernel in
        parts.services.containers.keys(in: place, of: place.owner(process.app, kernel))
      } : []
  }

  /// How many keys the app has in a place.
  package func keyCount(in place: StoragePlace) -> Int {
    read { parts, kernel in
      parts.services.containers.keyCount(in: place, of: place.owner(process.app, kernel))
    }
  }

  /// Whether the process gets what is stored in a place; advice says where it is closed (R166).
  private func canRead(_ place: StoragePlace, _ key: String? = nil) -> Bool {
    let (isOpen, hasCopy) = read { parts, kernel in
      (
        parts.isOpen(place, item: key, of: process.app, kernel),
        place == .preferences && parts.services.containers.hasEmptyPreferences(process.app)
      )
    }
    guard !isOpen else { return !hasCopy }
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      kernel.record(
        place == .keychain ? .readLockedItem : .readClosedData, of: process, cause: kernel.cause)
      if place == .preferences, kernel.has(.emptyPreferencesStay) {
        parts.services.containers.readEmptyPreferences(process.app)
      }
    }
    return false
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
    guard place != .keychain else {
      _ = try setKeychainItem(value, forKey: key)
      return
    }
    try ask { parts, kernel throws(DeviceAPIError) in
      guard parts.isOpen(place, of: process.app, kernel) else {
        return kernel.record(.wroteClosedData, of: process, cause: kernel.cause)
      }
      let owner = place.owner(process.app, kernel)
      guard parts.hasStorage(for: value, key) || place == .preferences else {
        return kernel.record(.wroteToFullStorage, of: process, cause: kernel.cause)
      }
      if place == .preferences {
        parts.services.containers.replacePreferences(of: process.app)
        if parts.hasStorage(for: value, key) {
          parts.services.containers.noteSaved(key, of: owner)
        } else {
          kernel.record(.wroteToFullStorage, of: process, cause: kernel.cause)
          parts.services.containers.noteUnsaved(key, of: owner)
        }
      }
      try parts.setValue(value, forKey: key, in: place, of: owner, kernel)
    }
  }
}

extension DeviceParts {
  /// Whether what is stored in a place can be read and written at this moment (R166): most data
  /// from the first unlock on, protected files while the device is unlocked, and an item of the
  /// Keychain as it says itself (R169).
  func isOpen(
    _ place: StoragePlace, item: String? = nil, of app: AppIdentifier, _ kernel: Kernel
  ) -> Bool {
    if place == .keychain {
      let item = item.flatMap { services.containers.accessibility(ofItem: $0, of: app) }
      return item.map { allows($0, kernel) } ?? true
    }
    guard kernel.traits.profile.hasPasscode, kernel.has(.dataIsClosed) else { return true }
    switch place {
    case .disk, .preferences, .caches: return springBoard.hasBeenUnlocked
    case .protectedDisk: return services.dataProtection.isAvailable
    case .restoration, .keychain: return true
    }
  }

  /// Whether an item of an accessibility can be read and written at this moment.
  func allows(_ accessibility: KeychainAccessibility, _ kernel: Kernel) -> Bool {
    guard kernel.traits.profile.hasPasscode, kernel.has(.keychainAccessibility) else { return true }
    return switch accessibility {
    case .whenUnlocked: services.dataProtection.isAvailable
    case .afterFirstUnlock: springBoard.hasBeenUnlocked
    case .always: true
    }
  }

  /// Whether there is free storage for a value; removing one needs none (R194).
  func hasStorage(for value: ScriptValue?, _ key: String) -> Bool {
    guard let value, value != .nil else { return true }
    return readServices { $0.power.conditions.freeStorage } >= value.byteCount + key.utf8.count
  }

  /// Changes what an installed app keeps.
  mutating func setValue(
    _ value: ScriptValue?, forKey key: String, in place: StoragePlace, of app: AppIdentifier,
    _ kernel: Kernel
  ) throws(DeviceAPIError) {
    guard kernel.knows(app), kernel.apps[app.position].isInstalled else { throw .processEnded }
    try services.containers.setValue(
      value, forKey: key, in: place, of: app, limit: kernel.traits.limits.storageBytes)
  }
}
