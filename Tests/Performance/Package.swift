// swift-tools-version:6.1
import PackageDescription

// What single parts cost: `swift package --package-path Tests/Performance benchmark`. A package of
// its own, so that users of the library do not fetch a benchmark harness.
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
      path: "Benchmarks/Costs",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
