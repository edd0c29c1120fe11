// The command `rehearse-audit`, which `rehearse audit` runs.

import Foundation
import RehearsalAudit

// Sources may be nested deep, and are walked through recursively; a thread of its own has the stack.
let thread = Thread {
  let outcome = AuditCommand.run(Array(CommandLine.arguments.dropFirst()))
  FileHandle.standardError.write(Data(outcome.errors.utf8))
  do {
    try FileHandle.standardOutput.write(contentsOf: Data(outcome.output.utf8))
  } catch {
    exit(3)
  }
  exit(outcome.code)
}
thread.stackSize = 512 << 20
thread.start()
while true { sleep(1000) }
