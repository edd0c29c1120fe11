// swift-tools-version:6.1
import PackageDescription

// The session tracker of an SDK, as its authors would write it, and what finds its bugs: vectors alone, in
// Swift Testing and in XCTest; and storms, through the bridge. The SDK itself depends on nothing.
let package = Package(
  name: "SessionTracker",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    .target(name: "SessionTracker"),
    .target(
      name: "SessionChecks",
      dependencies: ["SessionTracker", .product(name: "LifecycleDriver", package: "Rehearsal")],
      path: "Tests/SessionChecks"),
    .testTarget(
      name: "SessionTrackerTests",
      dependencies: [
        "SessionTracker", "SessionChecks",
        .product(name: "LifecycleDriver", package: "Rehearsal"),
      ]),
    .testTarget(
      name: "SessionTrackerXCTests",
      dependencies: [
        "SessionTracker", "SessionChecks",
        .product(name: "LifecycleDriver", package: "Rehearsal"),
      ]),
    .testTarget(
      name: "BridgeTests",
      dependencies: [
        "SessionTracker",
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalTesting", package: "Rehearsal"),
        .product(name: "RehearsalExplorationTesting", package: "Rehearsal"),
      ], exclude: ["Scripts", "Storms"]),
  ],
  swiftLanguageModes: [.v6]
)
