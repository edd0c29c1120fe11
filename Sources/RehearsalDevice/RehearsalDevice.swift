// Who tests apps that are written in Swift needs the device, what it records, and the values that it is
// given.

@_exported import RehearsalLifecycle

@_exported import protocol RehearsalValues.ScriptConvertible
@_exported import enum RehearsalValues.ScriptValue
