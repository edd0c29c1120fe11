// swift-tools-version:6.1
import PackageDescription

// A small app model with its tests, as a package outside of Rehearsal's: it reaches Rehearsal by
// its path only. Every upcoming feature of the language is on, so that clients may have them.
let features: [SwiftSetting] = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
  "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ImmutableWeakCaptures",
].map { .enableUpcomingFeature($0) }

let rehearsal = Target.Dependency.product(name: "Rehearsal", package: "Rehearsal")
let testing = Target.Dependency.product(name: "RehearsalTesting", package: "Rehearsal")

let package = Package(
  name: "EmbeddedTests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    // What the apps are about; it knows nothing of the device.
    .target(name: "NotesApp", swiftSettings: features),
    // The apps as the device sees them, for both kinds of tests.
    .target(
      name: "NotesAppHosting", dependencies: ["NotesApp", rehearsal], swiftSettings: features),
    .testTarget(
      name: "NotesAppTests", dependencies: ["NotesApp", "NotesAppHosting", rehearsal, testing],
      swiftSettings: features),
    .testTarget(
      name: "NotesAppXCTests", dependencies: ["NotesAppHosting", testing],
      swiftSettings: features),
  ],
  swiftLanguageModes: [.v6]
)
