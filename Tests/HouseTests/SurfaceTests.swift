// What a client has to learn: the public declarations of the libraries, counted. Below the
// libraries stand only the types of values that they take and give.

import TestSupport
import Testing

/// The public declarations of the sources below a folder.
struct PublicSurface {
  /// Each as `file: declaration`, in the order of paths.
  private(set) var declarations: [String] = []

  /// Names by which a type fulfils a protocol that is known anyway: of the standard library, of
  /// Swift Testing, or of ours, where it is counted as the protocol's own.
  private static let requirements = [
    "description", "encode(to", "<(", "==(", "hash(into", "integerLiteral", "advanced(by",
    "duration(to", "minimumResolution", "sleep(until", "scriptTypeName", "init?(scriptValue",
    "scriptValue", "testDescription", "encodeTestArgument",
  ]

  init(of folder: String, in repository: Repository) throws {
    for path in repository.paths(below: folder, endingIn: ".swift") {
      guard let text = try? Repository.text(of: path) else { continue }
      add(SwiftCode(text).lines, of: path)
    }
  }

  /// Adds the declarations of a file.
  ///
  /// They are those that say so, and the requirements of its protocols that clients see. Defaults
  /// of requirements add nothing.
  private mutating func add(_ lines: [String], of path: String) {
    var isProtocol = false
    var isDefaults = false
    for line in lines {
      let words = line.split(separator: " ")
      if line.hasPrefix("}") { (isProtocol, isDefaults) = (false, false) }
      if line.hasPrefix("public protocol ") { isProtocol = true }
      if line.hasPrefix("extension "), line.contains("Delegate {") { isDefaults = true }
      let isRequirement =
        isProtocol && line.hasPrefix("  ") && !line.hasPrefix("   ")
        && words.contains { ["func", "var", "init", "associatedtype", "typealias"].contains($0) }
      guard words.contains("public") || isRequirement, !isDefaults || isRequirement else {
        continue
      }
      let name = words.drop { $0.hasPrefix("@") || Self.modifiers.contains(String($0)) }
        .joined(separator: " ")
      guard !Self.requirements.contains(where: { Self.declares(name, $0) }) else { continue }
      // UIKit's messages to its delegates: nobody learns them here.
      if isRequirement, Self.isMessage(name) { continue }
      declarations.append("\(path): \(name)")
    }
  }

  private static let modifiers: Set<String> = [
    "public", "static", "mutating", "final", "convenience", "indirect",
  ]

  private static func isMessage(_ declaration: String) -> Bool {
    ["func application", "func scene"].contains { declaration.hasPrefix($0) }
  }

  private static func declares(_ declaration: String, _ requirement: String) -> Bool {
    let plain = declaration.replacing(" (", with: "(")
    return plain.hasPrefix("func \(requirement)") || plain.hasPrefix("var \(requirement):")
      || plain.hasPrefix(requirement) || plain.hasPrefix("init(\(requirement)")
  }
}

@Suite struct SurfaceTests {
  @Test("The libraries have fewer than 150 public declarations")
  func theLibrariesAreSmall() throws {
    let repository = try Repository()
    let surface = try ["Rehearsal", "RehearsalTesting", "RehearsalPrompt"].flatMap {
      try PublicSurface(of: "Sources/\($0)", in: repository).declarations
    }
    #expect(surface.count < 150, "\(surface.joined(separator: "\n"))")
    #expect(surface.count > 100)
  }

  @Test("Below the libraries only the values that they take and give are public")
  func whatLiesBelowIsForThePackage() throws {
    let repository = try Repository()
    let modules = ["RehearsalLifecycle", "RehearsalMachine", "RehearsalSyntax"]
    let surface = try modules.flatMap {
      try PublicSurface(of: "Sources/\($0)", in: repository).declarations
    }
    #expect(surface.count <= 115, "\(surface.joined(separator: "\n"))")
    let others = ["RehearsalConsole", "RehearsalFiles", "LineEditing", "rehearse"]
    for module in others {
      #expect(try PublicSurface(of: "Sources/\(module)", in: repository).declarations.isEmpty)
    }
  }
}
