// Who hosts apps that are written in Swift needs what scripts and devices are, too.

@_exported import Rehearsal
