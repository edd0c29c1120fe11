// swift-tools-version:6.0
import PackageDescription

// The layers of the house, lowest first. Imports go downward only; `Tests/HouseTests` holds this file
// and every `import` line to its table.
let package = Package(
  name: "Rehearsal",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Rehearsal", targets: ["Rehearsal", "RehearsalNativeApps"]),
    .library(name: "RehearsalRules", targets: ["RehearsalRules"]),
    .library(name: "RehearsalLifecycle", targets: ["RehearsalLifecycle"]),
    .library(name: "RehearsalDevice", targets: ["RehearsalDevice"]),
    .library(name: "RehearsalDeviceTesting", targets: ["RehearsalDeviceTesting"]),
    .library(name: "LifecycleServices", targets: ["LifecycleServices"]),
    .library(name: "LifecycleDriver", targets: ["LifecycleDriver"]),
    .library(name: "RehearsalTesting", targets: ["RehearsalTesting"]),
    .library(name: "RehearsalExploration", targets: ["RehearsalExploration"]),
    .library(name: "RehearsalExplorationTesting", targets: ["RehearsalExplorationTesting"]),
    .library(name: "RehearsalText", targets: ["RehearsalText"]),
    .library(name: "RehearsalPrompt", targets: ["RehearsalPrompt"]),
    .library(name: "RehearsalCommand", targets: ["RehearsalCommand"]),
    .library(name: "RehearsalForC", type: .dynamic, targets: ["RehearsalForC"]),
    .library(name: "RehearsalForCArchive", type: .static, targets: ["RehearsalForC"]),
    .executable(name: "rehearse", targets: ["rehearse"]),
  ],
  targets: [
    // Layer 0; what an app ships with depends on nothing.
    .target(name: "LifecycleServices"),
    .target(
      name: "LifecycleDriver",
      resources: [.copy("Resources/vectors.json"), .copy("Resources/vectors.schema.json")]),
    .target(name: "RehearsalValues"),
    .target(name: "RehearsalText"),
    .target(name: "RehearsalSyntax", dependencies: ["RehearsalText"]),
    .target(name: "RehearsalRules", dependencies: ["RehearsalValues"]),
    .target(
      name: "RehearsalLifecycle",
      dependencies: ["RehearsalRules", "RehearsalText", "RehearsalValues"],
      exclude: ["Design.md", "Identity.md"]),
    .systemLibrary(
      name: "CEditLine", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(name: "CProcess"),
    .target(name: "LineEditing", dependencies: ["CEditLine", "CProcess"]),

    .target(name: "CTaskHooks"),
    .target(name: "COutOfMemory", dependencies: ["CProcess"]),

    // Layer 1
    .target(
      name: "RehearsalFiles", dependencies: ["CProcess", "RehearsalSyntax", "RehearsalText"]),
    .target(
      name: "RehearsalInterface", dependencies: ["RehearsalSyntax", "RehearsalValues"]),

    // Layer 2
    .target(
      name: "RehearsalDevice",
      dependencies: ["CTaskHooks", "LifecycleServices", "RehearsalLifecycle", "RehearsalValues"]),
    .target(
      name: "RehearsalCode",
      dependencies: ["RehearsalInterface", "RehearsalSyntax", "RehearsalValues"]),
    .target(
      name: "RehearsalSemantics",
      dependencies: ["RehearsalInterface", "RehearsalSyntax", "RehearsalValues"]),

    // Layer 3
    .target(
      name: "RehearsalDeviceTesting", dependencies: ["RehearsalDevice", "RehearsalText"]),
    .target(
      name: "RehearsalCompiler",
      dependencies: [
        "RehearsalCode", "RehearsalInterface", "RehearsalSemantics", "RehearsalSyntax",
        "RehearsalValues",
      ]),
    .target(
      name: "RehearsalMachine",
      dependencies: [
        "RehearsalCode", "RehearsalInterface", "RehearsalSyntax", "RehearsalValues", "CProcess",
        "RehearsalText",
      ],
      exclude: ["Design.md"]),

    // Layer 4
    .target(
      name: "RehearsalScriptedApps",
      dependencies: [
        "RehearsalCode", "RehearsalInterface", "RehearsalLifecycle", "RehearsalMachine",
        "RehearsalSyntax", "RehearsalText", "RehearsalValues",
      ]),
    .target(
      name: "RehearsalPictures",
      dependencies: ["RehearsalLifecycle", "RehearsalSyntax", "RehearsalText"]),
    .target(
      name: "RehearsalReference",
      dependencies: [
        "RehearsalInterface", "RehearsalLifecycle", "RehearsalSyntax", "RehearsalText",
        "RehearsalValues",
      ]),

    // Layer 5
    .target(
      name: "Rehearsal",
      dependencies: [
        "RehearsalCode", "RehearsalCompiler", "RehearsalFiles", "RehearsalInterface",
        "RehearsalLifecycle", "RehearsalMachine", "RehearsalScriptedApps", "RehearsalSemantics",
        "RehearsalSyntax", "RehearsalText", "RehearsalValues",
      ]),

    // Layer 6: kits beside one another, which only a command brings together.
    .target(
      name: "RehearsalNativeApps",
      dependencies: ["Rehearsal", "RehearsalDevice", "RehearsalLifecycle", "RehearsalValues"]),
    .target(
      name: "RehearsalExploration",
      dependencies: [
        "Rehearsal", "RehearsalCode", "RehearsalLifecycle", "RehearsalMachine", "RehearsalSyntax",
        "RehearsalText", "RehearsalValues",
      ]),
    .target(
      name: "RehearsalRunner",
      dependencies: [
        "Rehearsal", "RehearsalCode", "RehearsalFiles", "RehearsalInterface", "RehearsalLifecycle",
        "RehearsalMachine", "RehearsalPictures", "RehearsalSyntax", "RehearsalText",
        "RehearsalValues",
      ],
      resources: [.embedInCode("Resources")]),
    .target(
      name: "RehearsalVectors",
      dependencies: [
        "Rehearsal", "RehearsalFiles", "RehearsalLifecycle", "RehearsalSyntax", "RehearsalValues",
      ]),
    .target(
      name: "RehearsalPrompt",
      dependencies: [
        "LineEditing", "Rehearsal", "RehearsalFiles", "RehearsalInterface", "RehearsalLifecycle",
        "RehearsalMachine", "RehearsalPictures", "RehearsalReference", "RehearsalSyntax",
        "RehearsalText",
      ]),
    .target(
      name: "RehearsalLanguageServer",
      dependencies: [
        "Rehearsal", "RehearsalFiles", "RehearsalInterface",
        "RehearsalLifecycle", "RehearsalMachine", "RehearsalReference", "RehearsalSemantics",
        "RehearsalSyntax", "RehearsalText", "RehearsalValues",
      ]),

    // Layer 7
    .target(
      name: "RehearsalCases",
      dependencies: [
        "Rehearsal", "RehearsalExploration", "RehearsalFiles", "RehearsalRunner", "RehearsalValues",
      ]),
    .target(
      name: "RehearsalConformance",
      dependencies: [
        "Rehearsal", "RehearsalLifecycle", "RehearsalSyntax", "RehearsalText", "RehearsalValues",
        "RehearsalVectors",
      ]),
    .target(
      name: "RehearsalTesting",
      dependencies: [
        "Rehearsal", "RehearsalDeviceTesting", "RehearsalFiles", "RehearsalLifecycle",
        "RehearsalMachine", "RehearsalNativeApps", "RehearsalSyntax", "RehearsalText",
        "RehearsalValues",
      ]),

    // Layer 8
    .target(
      name: "RehearsalForC",
      dependencies: [
        "Rehearsal", "RehearsalCases", "RehearsalExploration", "RehearsalFiles",
        "RehearsalLifecycle", "RehearsalMachine", "RehearsalRunner", "RehearsalSyntax",
        "RehearsalText", "RehearsalValues",
      ],
      exclude: ["install", "rehearsal.h", "rehearsal.pc"]),
    .target(
      name: "RehearsalCommand",
      dependencies: [
        "Rehearsal", "RehearsalSyntax", "RehearsalLifecycle", "RehearsalFiles", "RehearsalPrompt",
        "RehearsalCases", "RehearsalRunner", "RehearsalExploration", "RehearsalLanguageServer",
        "RehearsalConformance", "RehearsalReference", "RehearsalValues", "RehearsalText",
        "RehearsalVectors",
      ]),
    .target(
      name: "RehearsalExplorationTesting",
      dependencies: [
        "Rehearsal", "RehearsalExploration", "RehearsalFiles", "RehearsalLifecycle",
        "RehearsalTesting",
      ]),

    // Layer 9
    .executableTarget(name: "rehearse", dependencies: ["COutOfMemory", "RehearsalCommand"]),

    // What several of the tests need: played scripts, the built command, the repository, goldens.
    .target(
      name: "TestSupport",
      dependencies: [
        "Rehearsal", "RehearsalCode", "RehearsalCompiler", "RehearsalFiles", "RehearsalInterface",
        "RehearsalRunner", "RehearsalSyntax", "RehearsalValues",
      ],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "RehearsalPicturesTests",
      dependencies: [
        "RehearsalPictures", "RehearsalLifecycle", "RehearsalSyntax", "RehearsalValues",
      ]),
    .testTarget(
      name: "LifecycleServicesTests",
      dependencies: [
        "LifecycleServices", "Rehearsal", "RehearsalNativeApps", "RehearsalTesting",
      ]),
    .testTarget(name: "RehearsalTextTests", dependencies: ["RehearsalText"]),
    .testTarget(name: "RehearsalValuesTests", dependencies: ["RehearsalValues"]),
    .testTarget(name: "LifecycleDriverTests", dependencies: ["LifecycleDriver"]),
    .testTarget(
      name: "RehearsalVectorsTests",
      dependencies: ["Rehearsal", "RehearsalValues", "RehearsalVectors", "TestSupport"]),
    .testTarget(
      name: "RehearsalConformanceTests",
      dependencies: [
        "RehearsalConformance", "RehearsalLifecycle", "RehearsalValues", "TestSupport",
      ], exclude: ["Logs"]),
    .testTarget(
      name: "RehearsalSyntaxTests", dependencies: ["RehearsalSyntax", "TestSupport"],
      exclude: ["Goldens"]),
    .testTarget(name: "RehearsalRulesTests", dependencies: ["RehearsalRules"]),
    .testTarget(
      name: "RehearsalLifecycleTests",
      dependencies: ["RehearsalLifecycle", "RehearsalValues", "TestSupport"]),
    .testTarget(name: "LineEditingTests", dependencies: ["LineEditing", "TestSupport"]),
    .testTarget(
      name: "RehearsalInterfaceTests", dependencies: ["RehearsalInterface", "RehearsalMachine"]),
    .testTarget(
      name: "RehearsalCodeTests",
      dependencies: [
        "RehearsalCode", "RehearsalInterface", "RehearsalMachine", "RehearsalSyntax",
        "RehearsalValues", "TestSupport",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "RehearsalSemanticsTests",
      dependencies: ["RehearsalInterface", "RehearsalSemantics", "RehearsalSyntax", "TestSupport"]),
    .testTarget(
      name: "RehearsalCompilerTests",
      dependencies: ["RehearsalCode", "RehearsalCompiler", "RehearsalSyntax", "TestSupport"]),
    .testTarget(
      name: "RehearsalMachineTests",
      dependencies: [
        "RehearsalCode", "RehearsalCompiler", "RehearsalInterface", "RehearsalMachine",
        "RehearsalValues", "TestSupport",
      ]),
    .testTarget(
      name: "RehearsalScriptedAppsTests",
      dependencies: ["RehearsalLifecycle", "RehearsalScriptedApps"]),
    .testTarget(
      name: "RehearsalTests",
      dependencies: [
        "Rehearsal", "RehearsalCompiler", "RehearsalFiles", "RehearsalLifecycle",
        "RehearsalMachine", "RehearsalReference", "RehearsalRunner", "RehearsalSemantics",
        "TestSupport",
      ]),
    // Without a script, and without anything that plays one.
    .testTarget(
      name: "RehearsalDeviceTests",
      dependencies: [
        "LifecycleServices", "RehearsalDevice", "RehearsalLifecycle", "RehearsalValues",
      ]),
    .testTarget(
      name: "RehearsalDeviceTestingTests", dependencies: ["RehearsalDeviceTesting"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "RehearsalNativeAppsTests",
      dependencies: [
        "LifecycleServices", "RehearsalDevice", "RehearsalLifecycle", "RehearsalNativeApps",
        "TestSupport",
      ]),
    .testTarget(
      name: "RehearsalFilesTests",
      dependencies: ["RehearsalFiles", "RehearsalSyntax", "TestSupport"]),
    .testTarget(
      name: "RehearsalTestingTests",
      dependencies: [
        "Rehearsal", "RehearsalDeviceTesting", "RehearsalExplorationTesting", "RehearsalNativeApps",
        "RehearsalTesting",
      ],
      exclude: ["Scripts", "Failing", "Foreign", "MainActor", "TwoLives"]),
    .testTarget(
      name: "RehearsalExplorationTestingTests",
      dependencies: [
        "Rehearsal", "RehearsalExploration", "RehearsalExplorationTesting", "RehearsalNativeApps",
        "RehearsalTesting", "TestSupport",
      ], exclude: ["Replay"]),
    .testTarget(
      name: "RehearsalRunnerTests",
      dependencies: [
        "Rehearsal", "RehearsalFiles", "RehearsalRunner", "RehearsalValues", "TestSupport",
      ]),
    .testTarget(
      name: "RehearsalCasesTests",
      dependencies: [
        "Rehearsal", "RehearsalCases", "RehearsalExploration", "RehearsalFiles", "RehearsalRunner",
        "RehearsalSyntax", "TestSupport",
      ]),
    .testTarget(
      name: "RehearsalExplorationTests",
      dependencies: [
        "Rehearsal", "RehearsalExploration", "RehearsalMachine", "RehearsalNativeApps",
        "RehearsalSyntax", "RehearsalValues", "TestSupport",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "RehearsalForCTests",
      dependencies: [
        "Rehearsal", "RehearsalFiles", "RehearsalForC", "RehearsalValues", "TestSupport",
      ],
      exclude: ["check", "hostile.c"]),
    .testTarget(
      name: "RehearsalPromptTests",
      dependencies: [
        "Rehearsal", "RehearsalExploration", "RehearsalInterface", "RehearsalLifecycle",
        "RehearsalNativeApps", "RehearsalPrompt", "RehearsalReference", "RehearsalSyntax",
        "TestSupport",
      ]),
    .testTarget(
      name: "RehearsalReferenceTests",
      dependencies: [
        "Rehearsal", "RehearsalFiles", "RehearsalLifecycle", "RehearsalReference",
        "RehearsalSyntax",
        "TestSupport",
      ]),
    .testTarget(
      name: "RehearsalLanguageServerTests",
      dependencies: [
        "Rehearsal", "RehearsalFiles", "RehearsalLanguageServer", "RehearsalLifecycle",
        "RehearsalSyntax", "RehearsalValues", "TestSupport",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Rehearsal", "RehearsalCommand", "RehearsalConformance", "RehearsalExploration",
        "RehearsalRunner", "RehearsalSyntax", "TestSupport",
      ], exclude: ["Reports"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Rehearsal", "RehearsalExploration", "RehearsalFiles", "RehearsalInterface",
        "RehearsalPrompt", "RehearsalReference", "RehearsalRunner", "RehearsalSyntax",
        "RehearsalTesting", "TestSupport",
      ]),
    // Built as a client of another package is, which sees what is public only.
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "LifecycleServices", "Rehearsal", "RehearsalExplorationTesting", "RehearsalNativeApps",
        "RehearsalPrompt",
        "RehearsalTesting",
      ],
      exclude: ["Scripts", "Snapshots"], packageAccess: false,
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(name: "GrammarTests", dependencies: ["RehearsalSyntax", "TestSupport"]),
    .testTarget(
      name: "HouseTests", dependencies: ["TestSupport"], exclude: ["Goldens"]),
  ],
  swiftLanguageModes: [.v6]
)

// SwiftPM builds a module anew where one that it names has changed. How large a value is goes by way of
// others, too: a session holds a device, and whoever copies sessions has to know. So each target
// names all that lies below it.
let dependencies = Dictionary(
  uniqueKeysWithValues: package.targets.map { ($0.name, $0.dependencies.compactMap(\.targetName)) })
// In the same order each time: in another one the commands of a build are others, and it is done again.
for target in package.targets {
  var waiting = target.dependencies.compactMap(\.targetName)
  var named = Set(waiting)
  while let name = waiting.popLast() {
    for below in dependencies[name] ?? [] where named.insert(below).inserted {
      waiting.append(below)
      target.dependencies.append(.byName(name: below))
    }
  }
}

extension Target.Dependency {
  /// The target of this package that it is; nil for a product.
  var targetName: String? {
    switch self {
    case .targetItem(let name, _), .byNameItem(let name, _): name
    default: nil
    }
  }
}
