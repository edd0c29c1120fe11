// What a project of Xcode says of its targets: which are apps, with which settings, which sources they
// are built of and linked with, and which belong to others alone.

/// A target that builds an app.
struct AppTarget {
  let name: String
  /// The settings of its release build, the project's among them.
  let settings: [String: String]
  /// What the app is built of: its own sources, and those of what it links.
  let own: SourceSet
  /// What other targets alone build.
  let foreign: SourceSet

  /// A setting, with the settings that it names put in.
  func setting(_ key: String) -> String? {
    settings[key].map { resolved($0, depth: 0) }
  }

  func resolved(_ text: String, depth: Int = 0) -> String {
    guard depth < 8, let start = text.firstRange(of: "$") else { return text }
    let rest = text[start.upperBound...]
    guard let open = rest.first, open == "(" || open == "{",
      let end = rest.firstIndex(of: open == "(" ? ")" : "}")
    else { return text }
    let name = rest[rest.index(after: rest.startIndex)..<end].split(separator: ":").first ?? ""
    let value: String
    switch name {
    case "SRCROOT", "PROJECT_DIR": value = "."
    case "TARGET_NAME", "PRODUCT_NAME": value = self.name
    default:
      guard let found = settings[String(name)], found != text else {
        return text[..<rest.index(after: end)]
          + resolved(String(rest[rest.index(after: end)...]), depth: depth + 1)
      }
      value = resolved(found, depth: depth + 1)
    }
    return resolved(
      text[..<start.lowerBound] + value + rest[rest.index(after: end)...], depth: depth + 1)
  }

  /// Whether a source belongs to the app; one that no target names, such as that of a package, does.
  func builds(_ path: String) -> Bool {
    if own.excluded.contains(path) { return false }
    return own.contains(path) || !foreign.contains(path)
  }
}

/// What targets compile: files, and folders that they have as a whole, with exceptions.
struct SourceSet {
  var files: Set<String> = []
  var folders: Set<String> = []
  var excluded: Set<String> = []

  /// Whether a file is among them.
  func contains(_ path: String) -> Bool {
    if files.contains(path) { return true }
    if excluded.contains(path) { return false }
    return folders.contains { path.hasPrefix($0 + "/") }
  }

  mutating func formUnion(_ other: SourceSet) {
    // What one of them leaves out, another may have.
    excluded = excluded.subtracting(other.files).filter { !other.contains($0) }
      .union(other.excluded.filter { !contains($0) })
    files.formUnion(other.files)
    folders.formUnion(other.folders)
  }
}

/// A file `project.pbxproj`, as far as an audit asks it.
struct XcodeProject {
  private let objects: [String: PropertyList]
  private let project: PropertyList
  /// The folder of the project, from the root on; empty for the root.
  private let folder: String
  private let parents: [String: String]

  init(_ file: ProjectFiles.File) throws(PropertyList.Unreadable) {
    let whole = try PropertyList(file.bytes)
    let entries = whole["objects"]?.entries ?? []
    objects = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    project = whole["rootObject"]?.text.flatMap { [objects] in objects[$0] } ?? .map([])
    folder = file.path.split(separator: "/").dropLast(2).joined(separator: "/")
    var parents: [String: String] = [:]
    for entry in entries {
      for child in entry.value["children"]?.elements ?? [] {
        if let child = child.text { parents[child] = entry.key }
      }
    }
    self.parents = parents
  }

  private func kind(_ object: PropertyList) -> String? { object["isa"]?.text }

  private func objects(_ key: String, of object: PropertyList) -> [(String, PropertyList)] {
    (object[key]?.elements ?? []).compactMap { element in
      guard let identifier = element.text, let found = objects[identifier] else { return nil }
      return (identifier, found)
    }
  }

  private var targets: [(String, PropertyList)] {
    objects("targets", of: project).filter { kind($0.1) == "PBXNativeTarget" }
  }

  /// What its targets compile, by their names, with whether others link them.
  var targetSources: [(name: String, isLinked: Bool, sources: SourceSet)] {
    targets.map { identifier, target in
      let type = target["productType"]?.text ?? ""
      let isLinked = type.contains("framework") || type.contains("library")
      return (target["name"]?.text ?? "", isLinked, sources(of: target, identifier))
    }
  }

  /// The targets that build apps for phones and tablets, in the order of the project.
  ///
  /// - Parameters:
  ///   - others: What the targets of all projects compile, its own ones among them.
  ///   - files: The files of the project's folder.
  /// - Returns: The targets.
  func appTargets(
    among others: [(name: String, isLinked: Bool, sources: SourceSet)], in files: ProjectFiles
  ) -> [AppTarget] {
    targets.compactMap { identifier, target in
      guard target["productType"]?.text == "com.apple.product-type.application" else { return nil }
      var settings = settings(of: project, in: files)
      settings.merge(self.settings(of: target, in: files))
      guard Self.isForPhones(settings.values) else { return nil }
      let linked = linkedNames(of: identifier)
      var own = sources(of: target, identifier)
      var foreign = SourceSet()
      for other in others {
        if other.isLinked, linked.contains(other.name) {
          own.formUnion(other.sources)
        } else {
          foreign.formUnion(other.sources)
        }
      }
      return AppTarget(
        name: target["name"]?.text ?? "App", settings: settings.values, own: own, foreign: foreign)
    }
  }

  /// The names of what a target is linked with, and of what these are.
  private func linkedNames(of identifier: String) -> Set<String> {
    var names: Set<String> = []
    var open = [identifier]
    var seen: Set<String> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted, let target = objects[next] else { continue }
      for (_, dependency) in objects("dependencies", of: target) {
        guard let other = dependency["target"]?.text, let name = objects[other]?["name"]?.text
        else { continue }
        names.insert(name)
        open.append(other)
      }
      let phases = objects("buildPhases", of: target).map(\.1)
        .filter { kind($0) == "PBXFrameworksBuildPhase" }
      for (_, file) in phases.flatMap({ objects("files", of: $0) }) {
        guard let product = file["fileRef"]?.text.flatMap({ objects[$0] }),
          let path = product["path"]?.text ?? product["name"]?.text
        else { continue }
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".framework", ".a"] where name.hasSuffix(ending) {
          name.removeLast(ending.count)
        }
        if path.hasSuffix(".a"), name.hasPrefix("lib") { name.removeFirst(3) }
        names.insert(name)
        open += targets.filter { $0.1["name"]?.text == name }.map(\.0)
      }
    }
    return names
  }

  private static func isForPhones(_ settings: [String: String]) -> Bool {
    if let root = settings["SDKROOT"], root != "auto", !root.hasPrefix("$") {
      return root.hasPrefix("iphone")
    }
    return settings["SUPPORTED_PLATFORMS"].map { $0.contains("iphone") || $0.contains("$") } ?? true
  }

  /// The settings of the release configuration, or of the last one.
  private func settings(of object: PropertyList, in files: ProjectFiles) -> BuildSettings {
    let list = object["buildConfigurationList"]?.text.flatMap { objects[$0] } ?? .map([])
    let configurations = objects("buildConfigurations", of: list).map(\.1)
    let chosen = configurations.first { $0["name"]?.text == "Release" } ?? configurations.last
    var settings = BuildSettings()
    if let base = chosen?["baseConfigurationReference"]?.text.flatMap(path) {
      settings.merge(BuildSettings(at: base, in: files))
    }
    settings.merge(BuildSettings(chosen?["buildSettings"]?.entries ?? []))
    return settings
  }

  /// What a target compiles: files, and folders that it has as a whole, with their exceptions.
  private func sources(of target: PropertyList, _ identifier: String) -> SourceSet {
    var sources = SourceSet()
    let phases = objects("buildPhases", of: target).map(\.1)
      .filter { kind($0) == "PBXSourcesBuildPhase" }
    sources.files = Set(
      phases.flatMap { objects("files", of: $0) }.compactMap { $0.1["fileRef"]?.text }
        .compactMap(path))
    let own = Set(objects("fileSystemSynchronizedGroups", of: target).map(\.0))
    for group in own.compactMap(path) { sources.folders.insert(group) }
    for (group, exceptions) in folderExceptions where exceptions["target"]?.text == identifier {
      guard let folder = path(of: group) else { continue }
      let members = (exceptions["membershipExceptions"]?.elements ?? []).compactMap(\.text)
        .map { ProjectFiles.normalized(folder + "/" + $0) }
      // Of a folder that it has they are left out, of any other they are taken.
      if own.contains(group) {
        sources.excluded.formUnion(members)
      } else {
        sources.files.formUnion(members)
        sources.folders.formUnion(members)
      }
    }
    return sources
  }

  /// What is said of single files of folders that targets have as a whole, with the folders.
  private var folderExceptions: [(String, PropertyList)] {
    objects.filter { kind($0.value) == "PBXFileSystemSynchronizedRootGroup" }
      .sorted { $0.key < $1.key }
      .flatMap { group in
        objects("exceptions", of: group.value)
          .filter { kind($0.1) == "PBXFileSystemSynchronizedBuildFileExceptionSet" }
          .map { (group.key, $0.1) }
      }
  }

  /// The path of a file or a group, from the root on.
  private func path(of identifier: String) -> String? {
    var parts: [String] = []
    var next: String? = identifier
    for _ in 0..<PropertyList.depthLimit {
      guard let current = next, let object = objects[current] else { break }
      if let part = object["path"]?.text { parts.insert(part, at: 0) }
      if object["sourceTree"]?.text == "SOURCE_ROOT" { break }
      next = parents[current]
    }
    guard !parts.isEmpty else { return nil }
    return ProjectFiles.normalized(([folder] + parts).joined(separator: "/"))
  }

  /// The path of what a setting names, from the root on.
  func path(ofSetting text: String) -> String { ProjectFiles.normalized(folder + "/" + text) }
}
