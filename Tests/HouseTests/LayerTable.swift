// The layers of the house: which module may import which.
//
// The one statement of it in code. Imports go downward only. Foundation is for Swift's tests alone,
// which bring it along: what plays scripts stays free of its clock and locale, and the command of its
// size. Whoever adds a module adds a row here. `LayerTests` holds the sources and the package's
// manifest against it.

import Foundation

/// One module, which is one folder of `Sources`.
struct Module {
  var name: String
  var layer: Int
  /// The modules and C headers it may import, besides Swift's own.
  var imports: Set<String>
  /// The modules that it is linked with and does not import.
  var linked: Set<String> = []

  static let table: [Module] = [
    // UIKit, which brings Foundation, and its sisters only for the services of a device.
    Module(
      name: "LifecycleServices", layer: 0,
      imports: ["AVFoundation", "BackgroundTasks", "UIKit", "UserNotifications"]),
    Module(name: "LifecycleDriver", layer: 0, imports: ["Foundation", "UIKit"]),
    Module(name: "RehearsalValues", layer: 0, imports: []),
    Module(name: "RehearsalText", layer: 0, imports: []),
    Module(name: "RehearsalSyntax", layer: 0, imports: ["RehearsalText"]),
    Module(name: "RehearsalRules", layer: 0, imports: ["RehearsalValues"]),
    Module(
      name: "RehearsalLifecycle", layer: 1,
      imports: ["RehearsalRules", "RehearsalText", "RehearsalValues"]),
    Module(
      name: "CEditLine", layer: 0,
      imports: ["histedit.h", "signal.h", "stdio.h", "string.h", "wchar.h"]),
    Module(
      name: "CProcess", layer: 0,
      imports: [
        "end_of_process.h", "signal.h", "stdatomic.h", "stdlib.h", "string.h", "unistd.h",
      ]),
    Module(
      name: "LineEditing", layer: 0,
      imports: platform.union(["CEditLine", "CProcess", "Synchronization"])),
    Module(
      name: "CTaskHooks", layer: 0,
      imports: [
        "task_hooks.h", "doors.h", "dlfcn.h", "errno.h", "fcntl.h", "linux/futex.h", "pthread.h",
        "signal.h",
        "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdlib.h", "string.h",
        "sys/random.h", "sys/stat.h", "sys/syscall.h", "sys/time.h", "time.h", "unistd.h",
      ]),
    // Linked with the command alone, whose allocation it changes.
    Module(
      name: "COutOfMemory", layer: 1,
      imports: [
        "end_of_process.h", "dlfcn.h", "errno.h", "pthread.h", "stdatomic.h", "stddef.h",
        "unistd.h",
      ],
      linked: ["CProcess"]),
    Module(
      name: "RehearsalInterface", layer: 1, imports: ["RehearsalSyntax", "RehearsalValues"]),
    Module(
      name: "RehearsalDevice", layer: 2,
      imports: [
        "CTaskHooks", "LifecycleServices", "RehearsalLifecycle", "RehearsalValues",
        "Synchronization", "_Concurrency",
      ]),
    // Swift Testing brings Foundation along.
    Module(
      name: "RehearsalDeviceTesting", layer: 3,
      imports: [
        "Foundation", "RehearsalDevice", "RehearsalText", "Runtime", "Synchronization", "Testing",
        "XCTest",
      ]),
    Module(
      name: "RehearsalCode", layer: 2,
      imports: ["RehearsalInterface", "RehearsalSyntax", "RehearsalValues"]),
    Module(
      name: "RehearsalSemantics", layer: 2,
      imports: ["RehearsalInterface", "RehearsalSyntax", "RehearsalValues"]),
    Module(
      name: "RehearsalCompiler", layer: 3,
      imports: [
        "RehearsalCode", "RehearsalInterface", "RehearsalSemantics", "RehearsalSyntax",
        "RehearsalValues",
      ]),
    // The platform only for the numeric functions that Swift's own library lacks, such as `pow`;
    // Synchronization for the one flag by which another thread stops a script.
    Module(
      name: "RehearsalMachine", layer: 3,
      imports: platform.union([
        "RehearsalCode", "RehearsalInterface", "RehearsalSyntax", "RehearsalText",
        "RehearsalValues", "Synchronization",
      ]),
      linked: ["CProcess"]),
    // Synchronization because reports are written from the threads of cases.
    Module(
      name: "RehearsalFiles", layer: 1,
      imports: platform.union(["CProcess", "RehearsalSyntax", "Synchronization", "RehearsalText"])),
    Module(
      name: "RehearsalScriptedApps", layer: 4,
      imports: [
        "RehearsalCode", "RehearsalInterface", "RehearsalLifecycle", "RehearsalMachine",
        "RehearsalSyntax", "RehearsalText", "RehearsalValues",
      ]),
    Module(
      name: "Rehearsal", layer: 5,
      // Synchronization because the code of a script that several threads play is made once.
      imports: [
        "RehearsalCode", "RehearsalCompiler", "RehearsalFiles", "RehearsalInterface",
        "RehearsalLifecycle", "RehearsalMachine", "RehearsalScriptedApps", "RehearsalSemantics",
        "RehearsalSyntax", "RehearsalText", "RehearsalValues", "Synchronization",
      ]),
    Module(
      name: "RehearsalPictures", layer: 4,
      imports: ["RehearsalLifecycle", "RehearsalSyntax", "RehearsalText"]),
    Module(
      name: "RehearsalReference", layer: 4,
      imports: [
        "RehearsalInterface", "RehearsalLifecycle", "RehearsalSyntax", "RehearsalText",
        "RehearsalValues",
      ]),
    Module(
      name: "RehearsalNativeApps", layer: 6,
      imports: ["Rehearsal", "RehearsalDevice", "RehearsalLifecycle", "RehearsalValues"]),
    Module(
      name: "RehearsalExploration", layer: 6,
      imports: [
        "Rehearsal", "RehearsalCode", "RehearsalLifecycle", "RehearsalMachine", "RehearsalSyntax",
        "RehearsalText", "RehearsalValues",
      ]),
    // Synchronization because cases run on several threads, and are stopped from another one.
    Module(
      name: "RehearsalRunner", layer: 6,
      imports: [
        "Rehearsal", "RehearsalCode", "RehearsalFiles", "RehearsalInterface", "RehearsalLifecycle",
        "RehearsalMachine", "RehearsalPictures", "RehearsalSyntax", "RehearsalText",
        "RehearsalValues", "Synchronization",
      ]),
    Module(
      name: "RehearsalVectors", layer: 6,
      imports: [
        "Rehearsal", "RehearsalFiles", "RehearsalLifecycle", "RehearsalSyntax", "RehearsalValues",
      ]),
    Module(
      name: "RehearsalPrompt", layer: 6,
      imports: platform.union([
        "LineEditing", "Rehearsal", "RehearsalFiles", "RehearsalInterface", "RehearsalLifecycle",
        "RehearsalMachine", "RehearsalPictures", "RehearsalReference", "RehearsalSyntax",
        "RehearsalText",
      ])),
    Module(
      name: "RehearsalLanguageServer", layer: 6,
      imports: [
        "Rehearsal", "RehearsalFiles", "RehearsalInterface",
        "RehearsalLifecycle", "RehearsalMachine", "RehearsalReference", "RehearsalSemantics",
        "RehearsalSyntax", "RehearsalText", "RehearsalValues", "Synchronization",
      ]),
    Module(
      name: "RehearsalCases", layer: 7,
      imports: [
        "Rehearsal", "RehearsalExploration", "RehearsalFiles", "RehearsalRunner", "RehearsalValues",
      ]),
    Module(
      name: "RehearsalConformance", layer: 7,
      imports: [
        "Rehearsal", "RehearsalLifecycle", "RehearsalSyntax", "RehearsalText", "RehearsalValues",
        "RehearsalVectors",
      ]),
    Module(
      name: "RehearsalTesting", layer: 7,
      imports: [
        "Foundation", "Rehearsal", "RehearsalDeviceTesting", "RehearsalFiles", "RehearsalLifecycle",
        "RehearsalMachine", "RehearsalNativeApps", "RehearsalSyntax", "RehearsalText",
        "RehearsalValues", "Synchronization", "Testing", "XCTest",
      ]),
    // Synchronization because other languages call from any thread.
    Module(
      name: "RehearsalForC", layer: 8,
      imports: [
        "Rehearsal", "RehearsalCases", "RehearsalExploration", "RehearsalFiles",
        "RehearsalLifecycle", "RehearsalMachine", "RehearsalRunner", "RehearsalSyntax",
        "RehearsalText", "RehearsalValues", "Synchronization", "stdbool.h", "stdint.h",
      ]),
    Module(
      name: "RehearsalCommand", layer: 8,
      imports: platform.union([
        "RehearsalSyntax", "RehearsalLifecycle", "Rehearsal", "RehearsalCases", "RehearsalFiles",
        "RehearsalConformance", "RehearsalPrompt",
        "RehearsalRunner", "RehearsalExploration", "RehearsalLanguageServer", "RehearsalReference",
        "RehearsalValues", "RehearsalVectors", "RehearsalText",
        "Synchronization", "Dispatch",
      ])),
    Module(
      name: "RehearsalExplorationTesting", layer: 8,
      imports: [
        "Foundation", "Rehearsal", "RehearsalExploration", "RehearsalFiles", "RehearsalLifecycle",
        "RehearsalTesting", "Testing", "XCTest",
      ]),
    Module(
      name: "rehearse", layer: 9, imports: ["RehearsalCommand"], linked: ["COutOfMemory"]),
  ]

  /// The C library, under its name on each platform.
  static let platform: Set<String> = ["Glibc", "Musl", "Darwin"]

  func allows(_ imported: String) -> Bool { imports.contains(imported) }
}

/// A module or header that a line of source imports.
struct Import: Equatable {
  var name: String
  var line: Int
}

/// Every import of a Swift source or C header, in order.
func imports(in text: String) -> [Import] {
  let swiftImport =
    /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:[a-z]+\s+)?([A-Za-z_]\w*)/
  let include = /^\s*#\s*(?:include|import)\s*[<"]([^>"]+)[>"]/
  // To look for a word is quick, to scan code is not, and imports stand before most of it.
  let words = ["import", "include"].compactMap { text.range(of: $0, options: .backwards) }
  guard let end = words.map(\.upperBound).max() else { return [] }
  let text = text[..<(text[end...].firstIndex(of: "\n") ?? text.endIndex)]
  let sourceLines = text.split(separator: "\n", omittingEmptySubsequences: false)
  var found: [Import] = []
  for (index, line) in SwiftCode(String(text)).lines.enumerated() {
    for statement in line.split(separator: ";") {
      if let name = statement.firstMatch(of: swiftImport)?.1 {
        found.append(Import(name: String(name), line: index + 1))
      }
    }
    // The name in an include may stand in quotation marks, whose text the code does not hold.
    if line.contains("#"), let name = sourceLines[index].firstMatch(of: include)?.1 {
      found.append(Import(name: String(name), line: index + 1))
    }
  }
  return found
}

/// The imports of one file that its module's row does not allow.
func forbidden(_ imports: [Import], path: String, module: Module) -> [Finding] {
  imports.filter { !module.allows($0.name) }.map {
    Finding(
      path: path, line: $0.line,
      message: "\(module.name) (layer \(module.layer)) may not import \($0.name): "
        + "move the code to a module that may, or let the row in LayerTable.swift say why")
  }
}

/// What a module's row allows and none of its files imports.
func staleImports(of module: Module, importing imports: [Import]) -> [Finding] {
  let used = Set(imports.map(\.name))
  return module.imports.subtracting(Module.platform).subtracting(used).sorted().map {
    Finding(
      path: "Sources/\(module.name)",
      message: "imports \($0) nowhere: remove it from the row in LayerTable.swift")
  }
}

/// Folders without a row, and rows without a folder.
func strayModules(folders: [String], table: [Module]) -> [Finding] {
  let rows = table.map(\.name)
  let unknown = folders.filter { !rows.contains($0) }.map {
    Finding(path: "Sources/\($0)", message: "is no module of LayerTable.swift: give it a row")
  }
  let stale = rows.filter { !folders.contains($0) }.map {
    Finding(path: "Sources/\($0)", message: "has a row in LayerTable.swift and no files")
  }
  return unknown + stale
}
