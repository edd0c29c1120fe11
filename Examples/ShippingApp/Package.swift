// swift-tools-version:6.1
import PackageDescription

// An app as it ships, and its tests on a simulated device. The app depends on the services alone; only
// its tests know the simulator. `Platform` compiles the same sources against UIKit, or what stands
// for it where there is none.
let package = Package(
  name: "ShippingApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    .target(
      name: "Drafts", dependencies: [.product(name: "LifecycleServices", package: "Rehearsal")]),
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
