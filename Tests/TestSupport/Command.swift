// The command as people run it: the built program in a process of its own, in a folder of its own.

import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What a run of `rehearse` came to.
package struct Command {
  /// Its exit code; -1 where a signal ended it.
  package let exitCode: Int32
  /// What it wrote to standard output.
  package let output: String
  /// What it wrote to standard error.
  package let errors: String

  /// Runs the built `rehearse`.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - input: What it reads from standard input.
  ///   - folder: Where it runs.
  ///   - path: A file to write the output to instead of collecting it.
  ///   - environment: Variables beyond those of the tests.
  /// - Throws: What the files or the process throw.
  package init(
    _ arguments: String..., input: String = "", in folder: TestFolder = TestFolder(),
    output path: String? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(arguments, input: input, in: folder, output: path, environment: environment)
  }

  /// Runs the built `rehearse` with arguments in a list.
  ///
  /// - Throws: What the files or the process throw.
  package init(
    _ arguments: [String], input: String = "", in folder: TestFolder = TestFolder(),
    output path: String? = nil, environment: [String: String] = [:]
  ) throws {
    let process = try Self.process(arguments, in: folder, environment: environment)
    let outputFile = try folder.file("output", holding: "")
    let errorFile = try folder.file("errors", holding: "")
    let inputFile = try folder.file("input", holding: input)
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    let target = path.map { URL(fileURLWithPath: $0) } ?? outputFile
    process.standardOutput = try FileHandle(forWritingTo: target)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()
    exitCode = process.terminationReason == .exit ? process.terminationStatus : -1
    self.output = try String(contentsOf: outputFile, encoding: .utf8)
    errors = try String(contentsOf: errorFile, encoding: .utf8)
    SwiftDescriptions.refuse(in: self.output)
    SwiftDescriptions.refuse(in: errors)
    let isForGitHub = arguments.contains { $0.hasSuffix("github") }
    SteeringText.refuse(in: self.output, allowingCommands: isForGitHub, of: arguments)
    SteeringText.refuse(in: errors, allowingCommands: false, of: arguments)
  }

  /// A process that is to run the built `rehearse` in a folder.
  fileprivate static func process(
    _ arguments: [String], in folder: TestFolder, environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    let program = try #require(Self.program, "rehearse is not built beside the tests")
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    // What a run keeps for the next one stays in the folder.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": folder.url.appendingPathComponent("caches").path]) { $1 }
      .merging(environment) { $1 }
    return process
  }

  /// The program, which is built into the folder that holds the tests.
  package static let program: URL? = {
    let places = [Bundle.main.executableURL?.path ?? ""] + CommandLine.arguments
    for place in places where place.hasPrefix("/") {
      var folder = URL(fileURLWithPath: place)
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        let program = folder.appendingPathComponent("rehearse")
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: program.path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { return program }
      }
    }
    return nil
  }()
}

/// The command while it runs.
package final class RunningCommand {
  private let process: Process

  /// Starts the built `rehearse`, whose output nobody reads.
  ///
  /// - Throws: What the process throws.
  package init(_ arguments: [String], in folder: TestFolder) throws {
    process = try Command.process(arguments, in: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Whether it has not ended yet.
  package var isRunning: Bool { process.isRunning }

  /// Kills it as `kill -9` does, and waits until it is gone.
  package func kill() {
    #if canImport(Darwin)
      Darwin.kill(process.processIdentifier, SIGKILL)
    #else
      Glibc.kill(process.processIdentifier, SIGKILL)
    #endif
    process.waitUntilExit()
  }
}
