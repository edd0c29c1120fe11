// What happened in each test as a file, for `check-traces`: a run that differs from another one by
// a single byte is a defect of the simulator or of the apps.

import Foundation

/// Writes a trace to the folder that `REHEARSAL_TRACES` names; without it nothing is written.
package func keepTrace(_ lines: [String], of test: String) throws {
  guard let folder = ProcessInfo.processInfo.environment["REHEARSAL_TRACES"] else { return }
  let name = test.replacingOccurrences(of: "/", with: "-") + ".txt"
  let text = lines.map { $0 + "\n" }.joined()
  try Data(text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
}
