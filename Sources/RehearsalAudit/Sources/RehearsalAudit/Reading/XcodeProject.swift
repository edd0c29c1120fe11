// What a project of Xcode says of its targets: which are apps, with which settings, and which sources
// belong to others alone.

/// A target that builds an app.
struct AppTarget {
  let name: String
  /// The settings of its release build, the project's among them.
  let settings: [String: String]
  /// The paths of sources and folders that only other targets build.
  let foreignPaths: Set<String>

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

  func builds(_ path: String) -> Bool {
    if foreignPaths.contains(path) { return false }
    return !foreignPaths.contains { path.hasPrefix($0 + "/") }
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

  private var targets: [PropertyList] {
    objects("targets", of: project).map(\.1).filter { kind($0) == "PBXNativeTarget" }
  }

  /// The paths of what its targets compile.
  var sources: [String] { targets.flatMap(sources) }

  /// The targets that build apps for phones and tablets, in the order of the project; what targets of
  /// other projects compile is none of their sources.
  func appTargets(foreign: [String], in files: ProjectFiles) -> [AppTarget] {
    let targets = targets
    let paths = targets.map(sources)
    return targets.indices.compactMap { index in
      let target = targets[index]
      guard target["productType"]?.text == "com.apple.product-type.application" else { return nil }
      var settings = settings(of: project, in: files)
      settings.merge(self.settings(of: target, in: files))
      guard Self.isForPhones(settings.values) else { return nil }
      let others = paths.indices.filter { $0 != index }.flatMap { paths[$0] }
      return AppTarget(
        name: target["name"]?.text ?? "App", settings: settings.values,
        foreignPaths: Set(others + foreign).subtracting(paths[index]))
    }
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

  /// The paths of what a target compiles: files, and folders that it has as a whole.
  private func sources(of target: PropertyList) -> [String] {
    let phases = objects("buildPhases", of: target).map(\.1)
      .filter { kind($0) == "PBXSourcesBuildPhase" }
    let files = phases.flatMap { objects("files", of: $0) }.compactMap { $0.1["fileRef"]?.text }
    let folders = objects("fileSystemSynchronizedGroups", of: target).map(\.0)
    return (files + folders).compactMap(path)
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
