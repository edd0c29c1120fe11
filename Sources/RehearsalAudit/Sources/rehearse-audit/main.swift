// The command `rehearse-audit`, which `rehearse audit` runs.

import Foundation
import RehearsalAudit

/// What is found on the thread that audits, which has the stack that deep sources need.
final class Work: Thread, @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var outcome = AuditCommand.Outcome()

  override func main() {
    outcome = AuditCommand.run(Array(CommandLine.arguments.dropFirst()))
    done.signal()
  }

  /// Starts the thread and waits for its end.
  func result() -> AuditCommand.Outcome {
    stackSize = 512 << 20
    start()
    done.wait()
    return outcome
  }
}

let outcome = Work().result()
FileHandle.standardError.write(Data(outcome.errors.utf8))
var code = outcome.code
do { try FileHandle.standardOutput.write(contentsOf: Data(outcome.output.utf8)) } catch { code = 3 }
exit(code)
