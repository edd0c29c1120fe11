// swift-tools-version:6.1
import PackageDescription

// A team's own `rehearse`: the command with all that it can do, for scripts that use the team's
// apps and functions. It reaches Rehearsal by its path only.
let package = Package(
  name: "TeamCommand",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    .executableTarget(
      name: "rehearse-notes",
      dependencies: [
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalCommand", package: "Rehearsal"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
