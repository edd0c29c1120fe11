// The Keychain (R169): secrets that stay when their app is taken off the device. Each item says when
// it may be read; one that is shut is answered with an error, or looks as if it were not there (C39).
// The items are among the other data that apps keep.

import RehearsalValues

/// When an item of the Keychain may be read and written, on a device with a passcode.
public enum KeychainAccessibility: String, CaseIterable, Hashable, Sendable {
  /// Not while the device is locked; what an item has that nobody gave anything else.
  case whenUnlocked
  /// From the first unlock after a start of the device on.
  case afterFirstUnlock
  /// At any time.
  case always
}

/// The result of looking up an item of the Keychain.
public enum KeychainStatus: String, CaseIterable, Hashable, Sendable {
  case found
  /// There is no such item, or by the evidence observed one that is shut.
  case notFound
  /// The item is there and shut, until the device is unlocked.
  case interactionNotAllowed
}

// MARK: - For app code

/// What an app asks of the Keychain.
extension AppContext {
  /// Whether an item is there and can be read.
  package func keychainStatus(of key: String) -> KeychainStatus {
    read { parts, kernel in
      guard parts.services.containers.value(forKey: key, in: .keychain, of: process.app) != nil
      else { return .notFound }
      guard !parts.isOpen(.keychain, item: key, of: process.app, kernel) else { return .found }
      return kernel.has(.lockedItemsReadAsMissing) ? .notFound : .interactionNotAllowed
    }
  }

  /// Keeps an item, or removes it when the value is nil, which is allowed at any time; advice says
  /// where an item is shut.
  ///
  /// - Parameters:
  ///   - value: The secret, plain data.
  ///   - key: By what it is found.
  ///   - accessibility: When it may be read; nil for what the item has, or `.whenUnlocked`.
  /// - Returns: Whether it was kept: not where it could not be read at this moment.
  /// - Throws: As `setValue(_:forKey:in:)`.
  /// - Complexity: O(n) in the size of the value, and in the number of keys when one is removed
  package func setKeychainItem(
    _ value: ScriptValue?, forKey key: String,
    accessible accessibility: KeychainAccessibility? = nil
  ) throws(DeviceAPIError) -> Bool {
    let isRemoval = value == nil || value == ScriptValue.nil
    return try ask { parts, kernel throws(DeviceAPIError) in
      let old = parts.services.containers.accessibility(ofItem: key, of: process.app)
      let wanted = [old ?? accessibility ?? .whenUnlocked, accessibility].compactMap(\.self)
      guard isRemoval || wanted.allSatisfy({ parts.allows($0, kernel) }) else {
        kernel.record(.wroteLockedItem, of: process, cause: kernel.cause)
        return false
      }
      guard parts.hasStorage(for: value, key) else {
        kernel.record(.wroteToFullStorage, of: process, cause: kernel.cause)
        return false
      }
      try parts.setValue(value, forKey: key, in: .keychain, of: process.app, kernel)
      if !isRemoval, let accessibility {
        parts.services.containers.setAccessibility(accessibility, ofItem: key, of: process.app)
      }
      return true
    }
  }
}
