// What the process finds where it was started: variables, and the cores that it may use.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The surroundings of the process.
package enum ProcessEnvironment {
  /// A variable of the environment; nil where it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The path of the program that this process runs; nil if the system does not say.
  package static var ownProgram: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    #if canImport(Darwin)
      var size = UInt32(path.count)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
    #else
      guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return nil }
    #endif
    return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  /// Fills the places of the standard streams that the process was started without: else a file
  /// that is opened would end up there, and a report would hold what is meant for people.
  ///
  /// What is read from such a stream or written to it fails, as it would without.
  package static func holdStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets a write fail whose reader has gone away, instead of ending the process by a signal: a server
  /// ends its session then.
  package static func ignoreLostReaders() { signal(SIGPIPE, SIG_IGN) }

  /// Whether the process may have some more files open than it has.
  package static func canOpenFiles(_ count: Int) -> Bool {
    let opened = (0..<count).map { _ in dup(STDERR_FILENO) }
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return !opened.contains { $0 < 0 }
  }

  /// The time of the computer in UTC, as in `2026-11-28T06:00:00Z`.
  ///
  /// - Parameter seconds: Another time, in seconds since 1970; nil for now.
  /// - Returns: Date and time, to the second.
  package static func date(_ seconds: Int? = nil) -> String {
    var moment = seconds ?? time(nil)
    var parts = tm()
    gmtime_r(&moment, &parts)
    func digits(_ number: Int32, _ width: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
      + "T\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))Z"
  }

  /// The system and the processor of the computer, as in `Linux x86_64`.
  package static var systemName: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    func text(_ field: some Any) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(names.sysname)) \(text(names.machine))"
  }

  /// How many threads can run at a time.
  package static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The most memory that the process has had so far, in bytes.
  package static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss << 10
    #endif
  }
}
