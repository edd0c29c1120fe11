// The digests of a world's parts, kept for the worlds that come of it: a part that is still in the place
// in which it was then has not changed, since what is held twice is copied before it is changed.

import RehearsalValues

/// The digests of some parts of a world, each with the place in which the part is.
package struct IdentityMemory: Sendable {
  /// The services whose digests are known.
  private var services: CopyOnWriteBox<DeviceServices>?
  /// What they are of the device itself, and what they keep for each app, where that depends on nothing
  /// else.
  private var ofDevice: StateDigest?
  private var ofApps: [StateDigest?] = []
  /// The code of each app.
  private var codes: [CodeDigest?] = []

  /// Makes one that knows nothing.
  package init() {}

  // MARK: - Services

  /// Forgets the digests of services that have changed.
  mutating func look(at services: CopyOnWriteBox<DeviceServices>) {
    guard self.services?.isSame(as: services) != true else { return }
    self.services = services
    ofDevice = nil
    ofApps.removeAll(keepingCapacity: true)
  }

  /// What the services are of the device itself; nil where it is not known.
  var device: StateDigest? {
    get { ofDevice }
    set { ofDevice = newValue }
  }

  /// What the services keep for the app at a position; nil where it is not known.
  subscript(app position: Int) -> StateDigest? {
    get { ofApps.indices.contains(position) ? ofApps[position] : nil }
    set {
      while ofApps.count <= position { ofApps.append(nil) }
      ofApps[position] = newValue
    }
  }

  // MARK: - Code

  /// The code of the app at a position; nil where it is not known.
  subscript(code position: Int) -> CodeDigest? {
    get { codes.indices.contains(position) ? codes[position] : nil }
    set {
      while codes.count <= position { codes.append(nil) }
      codes[position] = newValue
    }
  }

  /// Lets go of the places of code, which is about to move within its world without a change.
  package mutating func releaseCode() {
    for position in codes.indices { codes[position]?.place = nil }
  }

  /// Takes the places into which code has moved.
  package mutating func takePlaces(of code: (AppIdentifier) -> (any AppCode)?) {
    for position in codes.indices {
      codes[position]?.place = code(AppIdentifier(position))?.place
    }
  }
}

/// The digest of an app's code, as far as it is kept in one place.
package struct CodeDigest: Sendable {
  /// Where it is, for as long as that is held.
  fileprivate(set) var place: CodePlace?
  private let numbering: ProcessNumbering
  /// The digest.
  package let digest: StateDigest

  /// Makes a digest of what is kept in a place.
  package init(_ digest: StateDigest, of place: CodePlace, _ numbering: ProcessNumbering) {
    (self.digest, self.place, self.numbering) = (digest, place, numbering)
  }

  /// Whether it is that of what is kept in a place, where things have such numbers.
  package func isOf(_ place: CodePlace, _ numbering: ProcessNumbering) -> Bool {
    self.place === place && self.numbering == numbering
  }
}

/// The place of what an app's code keeps: a reference that is copied before it is changed by one of
/// several holders.
package typealias CodePlace = any AnyObject & Sendable
