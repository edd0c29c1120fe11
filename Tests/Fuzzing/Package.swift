// swift-tools-version:6.1
import PackageDescription

// Fuzz targets, in a package of their own: users of Rehearsal never build them. `run` gives the
// compiler the flags that instrument every module, Rehearsal's own included.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzzing",
      dependencies: [.product(name: "Rehearsal", package: "Rehearsal")])
  ],
  swiftLanguageModes: [.v6]
)
