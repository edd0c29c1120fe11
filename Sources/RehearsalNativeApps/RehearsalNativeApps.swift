// Who hosts apps that are written in Swift for scripts needs what scripts and such apps are, too.

@_exported import Rehearsal
@_exported import RehearsalDevice
