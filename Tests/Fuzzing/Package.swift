// swift-tools-version:6.1
import Foundation
import PackageDescription

// Fuzz targets, in a package of their own: users of Rehearsal never build them. `run` gives the
// compiler the flags that instrument every module, Rehearsal's own included.
//
// The modules below `Rehearsal` are for their own package only. The targets are a part of it,
// under the name that SwiftPM derives from the folder that the whole lies in.
let folder = URL(filePath: Context.packageDirectory).deletingLastPathComponent()
  .deletingLastPathComponent().lastPathComponent
let wholePackage = String(
  folder.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Rehearsal", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        .product(name: "Rehearsal", package: "Rehearsal"),
        .product(name: "RehearsalPrompt", package: "Rehearsal"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", wholePackage])])
  ],
  swiftLanguageModes: [.v6]
)
