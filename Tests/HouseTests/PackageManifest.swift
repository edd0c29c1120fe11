// What `Package.swift` says of the modules, read from its text: it is regular, and to ask the package
// manager while it runs the tests would wait for it.

import Testing

/// The targets of the package.
struct PackageManifest {
  /// By target, the modules and products it depends on.
  private(set) var dependencies: [String: Set<String>] = [:]
  private(set) var testTargets: Set<String> = []

  init(_ text: String) {
    let target = /\.(target|executableTarget|systemLibrary|testTarget)\(\s*name: "(\w+)"/
    let starts = text.matches(of: target)
    for (index, match) in starts.enumerated() {
      let name = String(match.2)
      let isLast = index == starts.count - 1
      let end = isLast ? text.endIndex : starts[index + 1].range.lowerBound
      let rest = text[match.range.upperBound..<end]
      if match.1 == "testTarget" { testTargets.insert(name) }
      dependencies[name] = Self.dependencies(in: rest)
    }
  }

  private static func dependencies(in target: Substring) -> Set<String> {
    guard let list = target.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 else { return [] }
    let products = list.matches(of: /\.product\(\s*name: "(\w+)"/).map { String($0.1) }
    let targets = list.replacing(/\.product\([^)]*\)/, with: "")
      .matches(of: /"(\w+)"/).map { String($0.1) }
    return Set(products + targets)
  }

  /// What the manifest and the layer table do not agree on.
  func differences(from table: [Module], products: Set<String>) -> [Finding] {
    let known = products.union(table.map(\.name))
    return table.flatMap { module -> [Finding] in
      guard let declared = dependencies[module.name] else {
        return [Finding(path: "Package.swift", message: "has no target \(module.name)")]
      }
      let allowed = module.imports.intersection(known).union(module.linked)
      let missing = allowed.subtracting(declared).sorted().map {
        "\(module.name) may import \($0) and does not depend on it"
      }
      let unknown = declared.subtracting(allowed).sorted().map {
        "\(module.name) depends on \($0), which its row in LayerTable.swift lacks"
      }
      return (missing + unknown).map { Finding(path: "Package.swift", message: $0) }
    }
  }
}
