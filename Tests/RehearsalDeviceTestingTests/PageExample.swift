// The first test on the page of the module, compiled as it stands there.

import RehearsalDeviceTesting
import Testing

struct Notes: ApplicationDelegate {}

@Test func theHomeButtonSuspendsTheApp() throws {
  var device = Simulation()
  let notes = try device.install("Notes") { Notes() }
  try device.launch(notes)
  try device.press(.home)
  try expectEventually(&device, within: .seconds(30)) { $0.state(of: notes) == .suspended }
}
