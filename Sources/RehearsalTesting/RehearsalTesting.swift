// Tests host apps that are written in Swift, and name their delegates; what tests of a device expect,
// tests of scripts expect, too.

@_exported import RehearsalDeviceTesting
@_exported import RehearsalNativeApps
