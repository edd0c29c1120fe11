// Which line of a test, or of the code that it tests, led somewhere. Calls are captured as addresses,
// which takes microseconds, and looked up in the debug information only when a test has failed.

import RehearsalDevice
import Synchronization
import Testing

#if os(Linux) && compiler(>=6.2)
  // Apple's systems have it from macOS 26 on, and no other of them.
  internal import Runtime
#endif

/// The calls that led to a moment.
final class SourceCalls: CapturedCalls {
  #if os(Linux) && compiler(>=6.2)
    private enum Lookup {
      case waiting(Backtrace)
      case done(CodePlace?)
    }

    private let lookup: Mutex<Lookup>

    /// The calls that led here; nil where they cannot be followed.
    init?() {
      let backtrace = try? Backtrace.capture(
        algorithm: .fast, limit: Self.mostCalls, offset: Self.ownCalls, top: 0,
        images: Self.images)
      guard let backtrace else { return nil }
      lookup = Mutex(.waiting(backtrace))
    }

    var place: CodePlace? {
      lookup.withLock { lookup in
        guard case .waiting(let backtrace) = lookup else {
          if case .done(let place) = lookup { return place }
          return nil
        }
        let place = Self.place(of: backtrace)
        lookup = .done(place)
        return place
      }
    }

    private static func place(of backtrace: Backtrace) -> CodePlace? {
      let calls = backtrace.symbolicated(options: [.showSourceLocations, .showInlineFrames])
      for call in calls?.frames ?? [] {
        guard let location = call.symbol?.sourceLocation, location.line > 0,
          location.path.hasSuffix(".swift"), !Self.isForeign(location.path)
        else { continue }
        return CodePlace(
          file: location.path, line: location.line, column: max(1, location.column))
      }
      return nil
    }

    /// The program and its libraries, which are looked up once: that takes a hundred times as long
    /// as the capture itself.
    private static let images = ImageMap.capture()

    /// The calls of the simulator's and the runtime's that there are in any case, also where many are
    /// made one.
    private static let ownCalls = 6

    /// How many calls are kept.
    ///
    /// After them lies the test runner, and to look one up takes about 0.1 s in a program of 100 MB.
    private static let mostCalls = 28
  #else
    init?() { return nil }

    var place: CodePlace? { nil }
  #endif

  /// Whether a file is neither the test's nor the app's: one of the simulator's, or of another
  /// package that was fetched.
  private static func isForeign(_ path: String) -> Bool {
    path.hasPrefix(simulator) || path.contains("/checkouts/")
  }

  /// Where the simulator's own sources lie.
  private static let simulator: String =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    .map { $0 + "/" }.joined()
}

extension CodePlace {
  /// The place as Swift Testing has it.
  var sourceLocation: SourceLocation {
    let parts = file.split(separator: "/").suffix(2)
    let fileID = parts.count == 2 ? parts.joined(separator: "/") : "Tests/\(file)"
    return SourceLocation(fileID: fileID, filePath: file, line: line, column: column)
  }
}
