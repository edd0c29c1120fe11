// What the user brings into the app: a link begins a note, a notification shows a colleague's, and a quick
// action loads the map of the place for work without a network.

import LifecycleServices

/// The ways into the app.
@MainActor
final class Entrance {
  /// The quick action that loads the map.
  static let loadsMap = "map"
  private static let map = "https://fieldnotes.example/map"

  /// The colleague's note that is shown; nil for none.
  private(set) var shown: String?
  private let services: any Entries & Files & Transfers

  /// Registers for the map, while the app is launched.
  init(services: any Entries & Files & Transfers) {
    self.services = services
    services.setBackgroundUploadHandler { [weak self] in self?.keep($0) }
  }

  /// Lets the user in, once what was kept is there.
  ///
  /// - Parameter write: Writes into the note.
  func open(_ write: @escaping @MainActor (String) -> Void) {
    services.setEntryHandler { [weak self] entry, _ in
      switch entry {
      case .link(let link):
        if let text = link.split(separator: "/").last { write(String(text)) }
      case .notification(let response): self?.shown = response.content["note"]?.printed
      case .quickAction(Self.loadsMap): self?.services.beginBackgroundDownload(from: Self.map)
      case .quickAction, .activity: break
      }
    }
  }

  private func keep(_ transfer: FinishedTransfer) {
    if let body = transfer.body { try? services.writeFile(body, named: "map") }
  }
}
