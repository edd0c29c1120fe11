// The command `rehearse`, which knows no native apps and no functions of a host.

import RehearsalCommand

await RehearseCommand().main()
