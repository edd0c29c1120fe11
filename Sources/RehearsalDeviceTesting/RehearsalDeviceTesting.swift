// Tests of a device name the device and the apps on it.

@_exported import RehearsalDevice
