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
