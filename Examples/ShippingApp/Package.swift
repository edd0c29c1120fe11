// swift-tools-version:6.1
import PackageDescription

// Two apps as they ship, and their tests on a simulated device. The apps depend on the services alone;
// only their tests know the simulator. `Platform` compiles the same sources against UIKit, or what stands
// for it where there is none.
let package = Package(
  name: "ShippingApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    .target(
      name: "Drafts", dependencies: [.product(name: "LifecycleServices", package: "Rehearsal")]),
    .target(
      name: "Fieldnotes",
      dependencies: [.product(name: "LifecycleServices", package: "Rehearsal")]),
    .testTarget(
      name: "FieldnotesTests",
      dependencies: [
        "Fieldnotes",
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalExplorationTesting", package: "Rehearsal"),
        .product(name: "RehearsalTesting", package: "Rehearsal"),
      ], exclude: ["Scripts"]),
    .testTarget(
      name: "OtherAppsTests",
      dependencies: [
        .product(name: "LifecycleServices", package: "Rehearsal"),
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalExplorationTesting", package: "Rehearsal"),
        .product(name: "RehearsalTesting", package: "Rehearsal"),
      ], exclude: ["Scripts"]),
    .testTarget(
      name: "DraftsTests",
      dependencies: [
        "Drafts",
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalTesting", package: "Rehearsal"),
      ], exclude: ["Scripts"]),
  ],
  swiftLanguageModes: [.v6]
)
