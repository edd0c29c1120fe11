// swift-tools-version:6.1
import PackageDescription

// A small app model with its tests, as a package outside of Rehearsal's: it reaches Rehearsal by
// its path only. Every upcoming feature of the language is on, so that clients may have them.
let features: [SwiftSetting] = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
  "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
].map { .enableUpcomingFeature($0) }

let package = Package(
  name: "EmbeddedTests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    .target(name: "NotesApp", swiftSettings: features),
    .testTarget(
      name: "NotesAppTests",
      dependencies: [
        "NotesApp",
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalTesting", package: "Rehearsal"),
      ],
      exclude: ["Scripts"], swiftSettings: features),
  ],
  swiftLanguageModes: [.v6]
)
