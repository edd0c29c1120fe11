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
  package private(set) var hasSceneManifest = false
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
  /// The oldest version of iOS that it runs on, by its number; nil where nobody says.
  package private(set) var deploymentTarget: Int?

  init(name: String) { self.name = name }

  /// The key of the scene manifest.
  static let sceneManifestKey = "UIApplicationSceneManifest"

  mutating func take(infoPlist plist: PropertyList, path: String, resolve: (String) -> String) {
    func texts(_ list: PropertyList?) -> [String] {
      (list?.elements ?? []).compactMap(\.text).map(resolve)
    }
    source = Source(
      path: path, lines: Dictionary(plist.entries.map { ($0.key, $0.line) }) { first, _ in first })
    if let manifest = plist[Self.sceneManifestKey] {
      hasSceneManifest = true
      hasMultipleScenes = manifest["UIApplicationSupportsMultipleScenes"]?.isTrue ?? false
      let roles = manifest["UISceneConfigurations"]?.entries ?? []
      sceneDelegates = roles.flatMap(\.value.elements)
        .compactMap { $0["UISceneDelegateClassName"]?.text }
        .map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    }
    backgroundModes = texts(plist["UIBackgroundModes"])
    taskIdentifiers = plist["BGTaskSchedulerPermittedIdentifiers"].map(texts)
    urlSchemes = (plist["CFBundleURLTypes"]?.elements ?? []).flatMap {
      texts($0["CFBundleURLSchemes"])
    }
    activityTypes = texts(plist["NSUserActivityTypes"])
    shortcutTypes = (plist["UIApplicationShortcutItems"]?.elements ?? [])
      .compactMap { $0["UIApplicationShortcutItemType"]?.text }.map(resolve)
    exitsOnSuspend = plist["UIApplicationExitsOnSuspend"]?.isTrue ?? false
    deploymentTarget = deploymentTarget ?? major(plist["MinimumOSVersion"]?.text)
  }

  mutating func take(settings target: AppTarget, path: String) {
    deploymentTarget = major(target.setting("IPHONEOS_DEPLOYMENT_TARGET"))
    if target.setting("INFOPLIST_KEY_UIApplicationSceneManifest_Generation") == "YES" {
      hasSceneManifest = true
    }
    guard source == nil, target.setting("GENERATE_INFOPLIST_FILE") == "YES" else { return }
    source = Source(path: path, lines: [:])
  }

  mutating func take(entitlements plist: PropertyList) {
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
}

extension ProjectFiles {
  /// The apps of the project, one for each target that builds one; what could not be read is noted.
  ///
  /// Without a project of Xcode, or where none of its targets builds an app, what lies there is taken
  /// for one.
  func apps(note: (String) -> Void) -> [AuditedFiles] {
    var apps: [AuditedFiles] = []
    for file in files where file.name == "project.pbxproj" {
      do throws(PropertyList.Unreadable) {
        let project = try XcodeProject(file)
        for target in project.appTargets() { apps.append(app(target, project, file.path, note)) }
      } catch {
        note("\(file.path) cannot be read: \(error.reason)")
      }
    }
    return apps.isEmpty ? [appOfFolder(note)] : apps
  }

  private var sources: [File] {
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
    return AuditedFiles(manifest: manifest, sources: sources.filter { target.builds($0.path) })
  }

  private func appOfFolder(_ note: (String) -> Void) -> AuditedFiles {
    var manifest = AppManifest(name: "App")
    let named = files.filter { $0.name == "Info.plist" || $0.name.hasSuffix("-Info.plist") }
    let candidates = named.compactMap { file in plist(file, note).map { (file, $0) } }
      .filter { $0.1["NSExtension"] == nil && Self.mayBeApp($0.1) }
    // Of several, which one is the app's is not known, and nothing is said of any.
    if candidates.count == 1, let (file, plist) = candidates.first {
      manifest.take(infoPlist: plist, path: file.path) { $0 }
    }
    let entitlements = files.filter { $0.name.hasSuffix(".entitlements") }
    if entitlements.count == 1, let plist = plist(entitlements[0], note) {
      manifest.take(entitlements: plist)
    }
    return AuditedFiles(manifest: manifest, sources: sources)
  }

  /// Whether a package type, if there is one, is an app's.
  private static func mayBeApp(_ plist: PropertyList) -> Bool {
    guard let type = plist["CFBundlePackageType"]?.text else { return true }
    return type == "APPL" || type == "$(PRODUCT_BUNDLE_PACKAGE_TYPE)"
  }
}
