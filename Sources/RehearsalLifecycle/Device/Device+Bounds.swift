// What the limits of a device have cut, and how near a process is to them: asked by hosts before
// they read histories or let app code begin something. Nothing here changes the device.

extension Device {
  /// Whether every record about an app from an index of the trace on is still kept.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - index: The first record to look at; nil for the beginning of the installation.
  /// - Returns: Whether none of them was dropped.
  package func keepsRecords(of app: AppIdentifier, since index: Int? = nil) -> Bool {
    trace.firstIndex <= (index ?? installation(app)?.firstRecord ?? 0)
  }

  /// Whether the end of every process of an app is still remembered.
  package func keepsExits(of app: AppIdentifier) -> Bool {
    (installation(app)?.exits.first?.incarnation ?? 1) <= 1
  }

  /// How many keys an app has in a place of its storage.
  package func keyCount(in place: StoragePlace, of app: AppIdentifier) -> Int {
    installation(app)?.storage[place].count ?? 0
  }

  /// How many timers, background tasks and background works an app's process has.
  package func pendingWorkCount(of app: AppIdentifier) -> Int {
    guard let process = installation(app)?.process else { return 0 }
    return process.timers.count + process.works.count + process.tasks.count
  }
}
