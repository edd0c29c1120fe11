// swift-tools-version:6.1
import Foundation
import PackageDescription

// What single parts cost: `swift package --package-path Tests/Performance benchmark`. A package of
// its own, so that users of the library do not fetch a benchmark harness.
//
// The modules below `Rehearsal` are for their own package only. The benchmarks are a part of it,
// under the name that SwiftPM derives from the folder that the whole lies in.
let folder = URL(filePath: Context.packageDirectory).deletingLastPathComponent()
  .deletingLastPathComponent().lastPathComponent
let wholePackage = String(
  folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })

let package = Package(
  name: "RehearsalPerformance",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Rehearsal", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Costs",
      dependencies: [
        // The product's modules of all layers are imported, the machine and the device among them.
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Costs", packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", wholePackage])],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
