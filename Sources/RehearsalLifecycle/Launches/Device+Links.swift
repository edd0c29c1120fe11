// Links, notifications and quick actions that bring an app to the front, and links that an app
// itself opens.

extension Device {
  /// A link is opened somewhere else on the device.
  mutating func open(_ url: String, cause: Int) -> Refusal? {
    if let refusal = refusalOfLeaving { return refusal }
    return follow(url, from: "com.apple.mobilesafari", cause: cause)
  }

  /// An app opens a link; what takes the screen depends on the link.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - id: The calling process.
  /// - Returns: Whether something on the device opens it.
  package mutating func openURL(_ url: String, in id: ProcessIdentifier) -> Bool {
    guard isAlive(id), !isLocked else { return false }
    let name = installations[id.app.position].description.name
    return follow(url, from: name, cause: cause ?? trace.endIndex) == nil
  }

  private mutating func follow(_ url: String, from source: String, cause: Int) -> Refusal? {
    if let (app, request) = handler(of: url, from: source) {
      return bringForward(app, request, cause: cause)
    }
    guard let systemApp = SystemApp(opening: url) else { return .noAppForURL }
    if systemApp == .phone, SystemVersionRange.from(10).contains(profile.system) {
      return callInPlace(cause: cause)
    }
    leaveScreen(rule: .R054, cause: cause)
    if systemApp == .phone { call = PhoneCall(returnsTo: nil) }
    screen = .systemApp(systemApp)
    return nil
  }

  /// A call that an app places lies over the app, which never leaves the screen for it (R040).
  private mutating func callInPlace(cause: Int) -> Refusal? {
    guard call == nil else { return .callUnderWay }
    call = PhoneCall(returnsTo: nil, liesOverApp: true)
    deactivateFrontmost(rule: .R040, cause: cause)
    return nil
  }

  /// The installed app that opens a link, and as what.
  private func handler(
    of url: String, from source: String
  ) -> (AppIdentifier, LaunchRequest)? {
    let (scheme, host) = url.schemeAndHost
    let isWeb = scheme == "http" || scheme == "https"
    for (position, installation) in installations.enumerated() where installation.isInstalled {
      let app = AppIdentifier(position)
      if !isWeb, installation.description.texts(.urlSchemes).contains(scheme) {
        return (app, .url(url, source: source))
      }
      let domains = installation.description.texts(.associatedDomains)
      if isWeb, profile.system >= 9, domains.contains(host) || domains.contains("applinks:" + host)
      {
        return (app, .universalLink(url))
      }
    }
    return nil
  }

  /// The user taps a notification of the app.
  mutating func tapNotification(_ app: AppIdentifier, cause: Int) -> Refusal? {
    if isLocked, profile.hasPasscode { return .deviceIsLocked }
    if isLocked { _ = unlock(cause: cause) }
    let payload = installations[app.position].registrations.read(\.notifications)?.last
    let refusal = bringForward(app, .notification(payload ?? .emptyMap), cause: cause)
    if refusal == nil, payload != nil {
      installations[app.position].registrations.value.notifications.removeLast()
    }
    return refusal
  }

  /// The user chooses a quick action of the app's icon.
  mutating func quickAction(_ app: AppIdentifier, _ type: String, cause: Int) -> Refusal? {
    guard SystemVersionRange.from(9).contains(profile.system) else { return .noQuickActions }
    if let refusal = refusalOfLeaving { return refusal }
    guard frontmost != app else { return .alreadyInFront }
    return bringForward(app, .shortcut(type), cause: cause)
  }
}

extension SystemApp {
  /// The system's own app for a link; nil for a scheme that it does not know.
  fileprivate init?(opening url: String) {
    switch url.schemeAndHost.scheme {
    case "http", "https": self = .safari
    case "tel": self = .phone
    case "sms": self = .messages
    case "maps": self = .maps
    default: return nil
    }
  }
}

extension String {
  /// The part before the first colon, and what stands between the slashes after it.
  fileprivate var schemeAndHost: (scheme: String, host: String) {
    guard let colon = firstIndex(of: ":") else { return ("", "") }
    let rest = self[index(after: colon)...]
    let host = rest.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return (String(self[..<colon]).lowercased(), String(host))
  }
}
