// What an app declares: of its Info.plist, the settings of its target that are put into it, and its
// entitlements, those keys that decide what the system sends it.

/// What an app declares of itself.
package struct AppManifest: Sendable {
  /// Where the declarations stand, and where findings about them are reported.
  package struct Source: Sendable {
    package let path: String
    fileprivate let lines: [String: Int]

    /// The line of a top-level key; 1 where it is missing.
    package func line(of key: String) -> Int { lines[key] ?? 1 }
  }

  /// The name of the target, or of the project.
  package let name: String
  /// The Info.plist; nil where none was found, and nothing is known of the keys below.
  package private(set) var source: Source?
  /// What it says of scenes.
  package private(set) var sceneManifest = SceneManifest.missing
  package private(set) var hasMultipleScenes = false
  /// Classes that the manifest names as delegates of scenes.
  package private(set) var sceneDelegates: [String] = []
  package private(set) var backgroundModes: [String] = []
  /// The identifiers of scheduled tasks; nil where the key is missing.
  package private(set) var taskIdentifiers: [String]?
  package private(set) var urlSchemes: [String] = []
  package private(set) var activityTypes: [String] = []
  package private(set) var shortcutTypes: [String] = []
  package private(set) var exitsOnSuspend = false
  package private(set) var associatedDomains: [String] = []
  /// Whether it may keep data in iCloud, whose changes come by pushes.
  package private(set) var hasCloud = false
  /// The oldest version of iOS that it runs on, by its number; nil where nobody says.
  package private(set) var deploymentTarget: Int?

  /// What an Info.plist says of scenes.
  package enum SceneManifest: Sendable {
    /// It has no manifest.
    case missing
    /// The manifest has no configuration for windows.
    case withoutConfiguration
    /// No configuration for windows names a class of a delegate.
    case withoutDelegate
    /// A configuration names one, and scenes are adopted.
    case complete
  }

  init(name: String) { self.name = name }

  /// The keys of the scene manifest, of the modes and of the scheduled tasks.
  static let sceneManifestKey = "UIApplicationSceneManifest"
  static let modesKey = "UIBackgroundModes"
  private static let tasksKey = "BGTaskSchedulerPermittedIdentifiers"

  mutating func take(infoPlist plist: PropertyList, path: String, resolve: (String) -> String) {
    func texts(_ list: PropertyList?) -> [String] {
      (list?.elements ?? []).compactMap(\.text).map(resolve)
    }
    source = Source(
      path: path, lines: Dictionary(plist.entries.map { ($0.key, $0.line) }) { first, _ in first })
    if let manifest = plist[Self.sceneManifestKey] { take(sceneManifest: manifest) }
    backgroundModes = texts(plist[Self.modesKey])
    taskIdentifiers = plist[Self.tasksKey].map(texts)
    urlSchemes = (plist["CFBundleURLTypes"]?.elements ?? []).flatMap {
      texts($0["CFBundleURLSchemes"])
    }
    activityTypes = texts(plist["NSUserActivityTypes"])
    shortcutTypes = (plist["UIApplicationShortcutItems"]?.elements ?? [])
      .compactMap { $0["UIApplicationShortcutItemType"]?.text }.map(resolve)
    exitsOnSuspend = plist["UIApplicationExitsOnSuspend"]?.isTrue ?? false
    deploymentTarget = deploymentTarget ?? major(plist["MinimumOSVersion"]?.text)
  }

  private mutating func take(sceneManifest manifest: PropertyList) {
    hasMultipleScenes = manifest["UIApplicationSupportsMultipleScenes"]?.isTrue ?? false
    let configurations = manifest["UISceneConfigurations"]
    func delegates(_ list: PropertyList) -> [String] {
      list.elements.compactMap { $0["UISceneDelegateClassName"]?.text }
        .map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    }
    sceneDelegates = (configurations?.entries ?? []).flatMap { delegates($0.value) }
    let windows = configurations?["UIWindowSceneSessionRoleApplication"]
    guard let windows, !windows.elements.isEmpty else {
      sceneManifest = .withoutConfiguration
      return
    }
    sceneManifest = delegates(windows).isEmpty ? .withoutDelegate : .complete
  }

  mutating func take(settings target: AppTarget, path: String) {
    deploymentTarget = major(target.setting("IPHONEOS_DEPLOYMENT_TARGET"))
    if sceneManifest == .missing,
      target.setting("INFOPLIST_KEY_UIApplicationSceneManifest_Generation") == "YES"
    {
      sceneManifest = .withoutConfiguration
    }
    guard target.setting("GENERATE_INFOPLIST_FILE") == "YES" else { return }
    // What is not known where a file is named that could not be read.
    if source == nil, (target.setting("INFOPLIST_FILE") ?? "").isEmpty {
      source = Source(path: path, lines: [:])
    }
    func texts(_ key: String) -> [String]? {
      target.setting("INFOPLIST_KEY_" + key)?.split { $0.isWhitespace || $0 == "," }.map(
        String.init)
    }
    backgroundModes += texts(Self.modesKey) ?? []
    if let listed = texts(Self.tasksKey) { taskIdentifiers = (taskIdentifiers ?? []) + listed }
  }

  mutating func take(entitlements plist: PropertyList) {
    hasCloud = plist.entries.contains { $0.key.hasPrefix("com.apple.developer.icloud") }
    associatedDomains = (plist["com.apple.developer.associated-domains"]?.elements ?? [])
      .compactMap(\.text)
      .compactMap { $0.hasPrefix("applinks:") ? String($0.dropFirst(9)) : nil }
  }

  private func major(_ version: String?) -> Int? {
    version?.split(separator: ".").first.flatMap { Int($0) }
  }
}

/// An app of a project: what it declares, and its sources.
struct AuditedFiles {
  let manifest: AppManifest
  let sources: [ProjectFiles.File]
  /// Sources that only other targets build, the frameworks of the app perhaps among them.
  let others: [ProjectFiles.File]
}

extension ProjectFiles {
  /// The apps of the project, one for each target that builds one; what could not be read is noted.
  ///
  /// Without a project of Xcode, or where none of its targets builds an app, what lies there is taken
  /// for one.
  func apps(note: (String) -> Void) -> [AuditedFiles] {
    var projects: [(path: String, project: XcodeProject)] = []
    for file in files where file.name == "project.pbxproj" {
      do throws(PropertyList.Unreadable) {
        projects.append((file.path, try XcodeProject(file)))
      } catch {
        note("\(file.path) cannot be read: \(error.reason)")
      }
    }
    let sources = projects.flatMap(\.project.targetSources)
    var apps: [AuditedFiles] = []
    for (path, project) in projects where chosenProject == nil || chosenProject == path {
      for target in project.appTargets(among: sources, in: self)
      where chosenTarget == nil || chosenTarget == target.name {
        apps.append(app(target, project, path, note))
      }
    }
    guard chosenTarget == nil, chosenProject == nil else { return apps }
    let folders = projects.map { path, _ in
      path.split(separator: "/").dropLast(2).joined(separator: "/")
    }
    if apps.isEmpty { return appsOfFolders(outside: [], note) }
    // Apps in other languages, beside the projects.
    return apps
      + appsOfFolders(outside: folders, note).filter { app in
        app.manifest.source != nil && app.sources.isEmpty
      }
  }

  /// The targets that build apps.
  package var targetNames: [String] {
    let projects = files.filter { $0.name == "project.pbxproj" }
      .compactMap { try? XcodeProject($0) }
    return projects.flatMap { $0.appTargets(among: [], in: self).map(\.name) }
  }

  /// The sources among them, in Swift and Objective-C.
  var sources: [File] {
    files.filter { file in
      [".swift", ".m", ".mm"].contains { file.path.hasSuffix($0) } && file.name != "Package.swift"
    }
  }

  private func plist(_ file: File, _ note: (String) -> Void) -> PropertyList? {
    do throws(PropertyList.Unreadable) { return try PropertyList(file.bytes) } catch {
      note("\(file.path) cannot be read: \(error.reason)")
      return nil
    }
  }

  private func app(
    _ target: AppTarget, _ project: XcodeProject, _ path: String, _ note: (String) -> Void
  ) -> AuditedFiles {
    var manifest = AppManifest(name: target.name)
    if let named = target.setting("INFOPLIST_FILE"),
      let file = self[project.path(ofSetting: named)], let plist = plist(file, note)
    {
      manifest.take(infoPlist: plist, path: file.path) { target.resolved($0) }
    }
    manifest.take(settings: target, path: path)
    if let named = target.setting("CODE_SIGN_ENTITLEMENTS"),
      let file = self[project.path(ofSetting: named)], let plist = plist(file, note)
    {
      manifest.take(entitlements: plist)
    }
    let own = sources.filter { target.builds($0.path) }
    let leftOver = leftOver(among: own, of: target)
    return AuditedFiles(
      manifest: manifest, sources: own.filter { !leftOver.contains($0.path) },
      others: sources.filter { !target.builds($0.path) || leftOver.contains($0.path) })
  }

  /// Sources that no target builds and that are those of an app which is gone: they lie in no package, and the
  /// app has a file of the same name.
  private func leftOver(among sources: [File], of target: AppTarget) -> Set<String> {
    let packages = files.filter { $0.name == "Package.swift" }
      .map { $0.path.dropLast($0.name.count) }
    let names = Set(sources.filter { target.own.contains($0.path) }.map(\.name))
    let found = sources.filter { source in
      !target.own.contains(source.path) && names.contains(source.name)
        && !packages.contains(where: source.path.hasPrefix)
    }
    return Set(found.map(\.path))
  }

  /// Without a project of Xcode: an app for each Info.plist that may be one's, with the sources that lie
  /// beside it and below; or one app, where there is at most one such list.
  private func appsOfFolders(
    outside projects: [String], _ note: (String) -> Void
  ) -> [AuditedFiles] {
    let lists = files.filter { $0.name == "Info.plist" || $0.name.hasSuffix("-Info.plist") }
      .filter { file in !projects.contains { Self.lies(file.path, below: $0) } }
      .filter { file in !Self.foreignFolders.contains { ("/" + file.path).contains($0) } }
      .map { file in (file: file, plist: plist(file, note)) }
    let candidates = lists.filter { $0.plist.map(Self.mayBeApp) ?? true }
    guard candidates.count > 1 else {
      var manifest = AppManifest(name: "App")
      if let (file, plist) = candidates.first, let plist {
        manifest.take(infoPlist: plist, path: file.path) { $0 }
      }
      takeEntitlements(into: &manifest, below: "", note)
      let sources = projects.isEmpty ? sources : []
      return [AuditedFiles(manifest: manifest, sources: sources, others: [])]
    }
    let folders = Self.folders(of: candidates.map(\.file.path))
    return zip(candidates, folders).map { candidate, folder in
      let name = folder.split(separator: "/").last.map(String.init) ?? "App"
      var manifest = AppManifest(name: name)
      let shares = folders.filter { $0 == folder }.count > 1
      // Of two in one folder, which one is the app's is not known, and nothing is said of any.
      if !shares, let plist = candidate.plist {
        manifest.take(infoPlist: plist, path: candidate.file.path) { $0 }
      }
      takeEntitlements(into: &manifest, below: folder, note)
      return AuditedFiles(
        manifest: manifest, sources: sources.filter { Self.lies($0.path, below: folder) },
        others: [])
    }
  }

  private func takeEntitlements(
    into manifest: inout AppManifest, below folder: String, _ note: (String) -> Void
  ) {
    let entitlements = files.filter {
      $0.name.hasSuffix(".entitlements") && Self.lies($0.path, below: folder)
    }
    if entitlements.count == 1, let plist = plist(entitlements[0], note) {
      manifest.take(entitlements: plist)
    }
  }

  private static func lies(_ path: String, below folder: String) -> Bool {
    folder.isEmpty || path.hasPrefix(folder + "/")
  }

  /// For each of several lists the highest folder above it that holds no other one.
  private static func folders(of paths: [String]) -> [String] {
    paths.map { path in
      var parts = path.split(separator: "/").dropLast().map(String.init)
      while !parts.isEmpty {
        let above = parts.dropLast().joined(separator: "/")
        if paths.contains(where: { $0 != path && lies($0, below: above) }) { break }
        parts.removeLast()
      }
      return parts.joined(separator: "/")
    }
  }

  /// Folders of lists for other systems, and of bundles for desktops.
  private static let foreignFolders = [
    "/Contents/Info.plist", "/MacCatalyst/", "/macOS/", "/MacOS/", "/Mac/", "/tvOS/", "/TvOS/",
    "/watchOS/", "/WatchOS/", "/Tizen/", "/macos/",
  ]

  /// Keys of extensions, and of apps for other systems.
  private static let foreignKeys = [
    "NSExtension", "EXAppExtensionAttributes", "WKApplication", "WKWatchKitApp",
    "LSMinimumSystemVersion",
  ]

  /// Whether a list may be that of an app for phones, by its package type and by other keys.
  private static func mayBeApp(_ plist: PropertyList) -> Bool {
    guard !plist.entries.contains(where: { foreignKeys.contains($0.key) }) else { return false }
    guard let type = plist["CFBundlePackageType"]?.text else {
      // A list of settings has a name in the same form.
      return plist.entries.contains { entry in
        ["CFBundle", "UI", "LSRequires"].contains(where: entry.key.hasPrefix)
      }
    }
    return type == "APPL" || type == "$(PRODUCT_BUNDLE_PACKAGE_TYPE)"
  }
}
