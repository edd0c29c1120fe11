// The app of the probes in SwiftUI's own life cycle.

import SwiftUI

@main
struct ProbeApp: App {
  @UIApplicationDelegateAdaptor private var delegate: ProbeDelegate

  var body: some Scene {
    WindowGroup { ProbeView() }
  }
}

private struct ProbeView: View {
  @Environment(\.scenePhase) private var phase

  var body: some View {
    ProbeScreen()
      .onChange(of: phase) { _, phase in Recorder.shared.say("\(phase)") }
      .onOpenURL { Recorder.shared.say($0.absoluteString) }
  }
}

private struct ProbeScreen: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> UINavigationController {
    UINavigationController(rootViewController: ProbeList(shape: "swiftUI"))
  }

  func updateUIViewController(_ controller: UINavigationController, context: Context) {}
}
