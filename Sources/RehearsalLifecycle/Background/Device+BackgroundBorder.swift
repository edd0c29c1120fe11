// What changes for the services of a process at the border between foreground and background.

extension Device {
  /// The process can read that it came to the background, or that it left it.
  mutating func reviewServices(of id: ProcessIdentifier) {
    guard let process = process(id) else { return }
    if process.works.count > 0 { reviewProcessorUse(of: id) }
    if process.readable != .background { regainAccessories(of: id) }
  }

  /// The handlers on the way to the background have returned.
  mutating func arrivedInBackground(_ id: ProcessIdentifier) {
    stopUnpermittedAudio(of: id)
    loseInBackground(of: id)
  }
}
