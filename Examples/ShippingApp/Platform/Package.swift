// swift-tools-version:6.1
import PackageDescription

// The sources of the app and of the services as they ship, compiled against UIKit. Where there is
// none, as on Linux, the target `UIKit` stands for it: it declares what these sources use, and its
// application, sessions and timers do what the tests tell them to. The folders `LifecycleServices`,
// `LifecycleDriver`, `Recorder` and `Drafts` are links to the sources themselves.
let package = Package(
  name: "Platform",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "UIKit"),
    .target(name: "LifecycleServices", dependencies: ["UIKit"]),
    .target(
      name: "LifecycleDriver", dependencies: ["UIKit"], exclude: ["Resources/vectors.schema.json"],
      resources: [.copy("Resources/vectors.json")]),
    .target(name: "Recorder", dependencies: ["UIKit"]),
    .target(name: "Drafts", dependencies: ["LifecycleServices", "UIKit"]),
    // Swift Testing has an extension for UIKit, on systems that have one.
    .testTarget(
      name: "PlatformTests",
      dependencies: ["Drafts", "LifecycleDriver", "LifecycleServices", "Recorder", "UIKit"],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
  ],
  swiftLanguageModes: [.v6]
)
