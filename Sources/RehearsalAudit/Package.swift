// swift-tools-version:6.1
import PackageDescription

// The audit of an app's sources, a package of its own: it needs swift-syntax, which nobody resolves or
// builds who builds Rehearsal, or a client of it. Of Rehearsal it is built with the rules alone, and of
// swift-syntax with the parser; its tests play what it writes, and need the rest.
let package = Package(
  name: "RehearsalAudit",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "rehearse-audit", targets: ["rehearse-audit"])],
  dependencies: [
    .package(name: "Rehearsal", path: "../.."),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0"),
  ],
  targets: [
    .target(
      name: "RehearsalAudit",
      dependencies: [
        .product(name: "RehearsalRules", package: "Rehearsal"),
        .product(name: "RehearsalText", package: "Rehearsal"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .executableTarget(name: "rehearse-audit", dependencies: ["RehearsalAudit"]),
    .testTarget(
      name: "RehearsalAuditTests",
      dependencies: [
        "RehearsalAudit", .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalText", package: "Rehearsal"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
