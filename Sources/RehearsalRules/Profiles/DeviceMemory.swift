// How much memory devices have, and what apps take of it.

/// The memory of devices.
package enum DeviceMemory {
  /// What an app takes that does not say it.
  package static let ordinaryFootprint: Int64 = 40 << 20
  /// What an extension takes that does not say it.
  package static let footprintOfExtension: Int64 = 10 << 20

  /// The memory that a new phone had when a version was new, in megabytes.
  private static let megabytes: [(versions: SystemVersionRange, megabytes: Int64)] = [
    (.from(18), 8192), (.majors(15, 17), 6144), (.majors(13, 14), 4096), (.majors(11, 12), 3072),
    (.majors(9, 10), 2048), (.majors(6, 8), 1024), (.majors(4, 5), 512), (.from(2), 128),
  ]

  /// The memory of a profile's model in bytes.
  package static func bytes(for profile: Profile) -> Int64 {
    (megabytes.first { $0.versions.contains(profile.system) }?.megabytes ?? 128) << 20
  }
}
