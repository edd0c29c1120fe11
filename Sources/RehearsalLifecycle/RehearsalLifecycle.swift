// The rule book and what it is written in belong to what the device says: whoever imports the device can
// name them.

@_exported import RehearsalRules
