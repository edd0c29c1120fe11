// Tests host apps that are written in Swift, and name their delegates.

@_exported import RehearsalNativeApps
