// The command: the team's apps, its functions, and all that `rehearse` does.

import Rehearsal
import RehearsalCommand
import RehearsalNativeApps

var host = ScriptHost()
try host.install("Notes") { NotesDelegate() }
try host.install("Reader") { ReaderDelegate($0) }
try host.define("wordCount", "text", help: "How many words a text has.") { (text: String) in
  text.split(separator: " ").count
}
await RehearseCommand(host: host).main()
