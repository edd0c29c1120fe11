// The digest of a device and the code of its apps: the parts one after the other, then every app with
// what the parts keep for it, its process and its code, and last the deadlines.

import RehearsalValues

extension DeviceState {
  /// The digest of the world: equal for worlds that nothing can tell apart from here on.
  ///
  /// - Parameters:
  ///   - scope: What counts.
  ///   - known: What is known of parts that may not have changed; afterwards, of this world's.
  ///   - code: The code of an app's living process; nil without one.
  /// - Returns: The digest, and the moments where they count by their groups.
  /// - Complexity: O(n) in what the device and the code hold
  func identity(
    _ scope: IdentityScope, knowing known: inout IdentityMemory,
    code: (AppIdentifier) -> (any AppCode)?
  ) -> (digest: StateDigest, moments: MomentGroups) {
    var walk = IdentityWalk(kernel, scope, knowing: known)
    goThrough(&walk, code: code)
    known = walk.known
    return (walk.finish(), walk.moments)
  }

  /// How much memory the device takes, without the code of its apps and what it has told.
  ///
  /// - Complexity: O(n) in what the device holds
  var heapUsage: HeapUsage {
    var walk = IdentityWalk(kernel, IdentityScope(), counts: true)
    goThrough(&walk) { _ in nil }
    return walk.heapUsage
  }

  private func goThrough(_ walk: inout IdentityWalk, code: (AppIdentifier) -> (any AppCode)?) {
    parts.digest(into: &walk)
    for position in kernel.apps.indices {
      let app = AppIdentifier(position)
      walk.beginApp()
      parts.number(app, in: &walk)
      kernel.digestApp(app, into: &walk)
      walk.combineTables { walk in kernel.process(of: app)?.read { $0.digest(into: &walk) } }
      parts.digest(app, kernel, into: &walk)
      if let code = code(app) { walk.combine(code, of: app) }
    }
    walk.combineTables { kernel.digestDeadlines(into: &$0) }
    kernel.digestReady(into: &walk)
    kernel.choices.digest(into: &walk)
  }
}

extension DeviceParts {
  /// Combines what belongs to the device itself.
  fileprivate func digest(into walk: inout IdentityWalk) {
    springBoard.digest(into: &walk)
    timekeeping.digest(into: &walk)
    digestServices(into: &walk)
  }

  /// Combines what the parts keep for an app.
  fileprivate func digest(
    _ app: AppIdentifier, _ kernel: Kernel, into walk: inout IdentityWalk
  ) {
    springBoard.digest(app, into: &walk)
    frontBoard.digest(app, into: &walk)
    runningBoard.digest(
      app, suspendedSince: kernel.process(of: app)?.suspendedSince ?? nil, into: &walk)
    jetsam.digest(app, into: &walk)
    readServices { services in
      services.digest(app, kernel, into: &walk)
      walk.combineServices(of: app) { services.digest(app, into: &$0) }
    }
  }

  /// Gives what an app's process holds of the parts its ranks.
  fileprivate func number(_ app: AppIdentifier, in walk: inout IdentityWalk) {
    frontBoard.number(app, in: &walk)
    runningBoard.number(app, in: &walk)
    readServices { $0.number(app, in: &walk) }
  }
}
