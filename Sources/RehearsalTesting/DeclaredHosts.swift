// What a host adds to scripts as a file beside them, for the command and editors.

import Rehearsal
import RehearsalDeviceTesting
import Testing

/// Expects a file beside the scripts to declare a host, for the command and editors, which check scripts
/// against it.
///
/// With `RECORD_SNAPSHOTS` in the environment the file is written, and the test fails. `rehearse.toml`
/// names it: `host = "Scripts/host.json"`.
///
/// - Parameters:
///   - host: The host.
///   - file: The path of the file, from the folder of the calling file.
///   - testFile: The calling file.
///   - sourceLocation: Where an issue is recorded.
/// - Returns: Whether the file declares the host as it is.
/// - Throws: The error of a file that cannot be written.
@discardableResult
public func expectDeclarations(
  of host: ScriptHost, in file: String = "Scripts/host.json", testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  let lines = host.declarations.split(separator: "\n").map(String.init)
  return try TextSnapshot(file, beside: testFile).expect(lines, sourceLocation)
}
