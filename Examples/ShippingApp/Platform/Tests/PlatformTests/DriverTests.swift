// Vectors played into UIKit's own delegates.

import Foundation
import LifecycleDriver
import Testing
import UIKit

extension PlatformTests {
  @MainActor
  @Suite struct DriverTests {
    /// A delegate of application and scene that notes what it is sent.
    private final class Delegate: NSObject, UIApplicationDelegate, UIWindowSceneDelegate {
      private(set) var calls: [String] = []

      func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        calls.append("application(_:didFinishLaunchingWithOptions:)")
        return true
      }

      func applicationDidEnterBackground(_ application: UIApplication) {
        calls.append("applicationDidEnterBackground(_:)")
      }

      func sceneDidBecomeActive(_ scene: UIScene) { calls.append("sceneDidBecomeActive(_:)") }

      func sceneDidEnterBackground(_ scene: UIScene) {
        calls.append("sceneDidEnterBackground(_:)")
      }
    }

    @Test("A delegate is called for each method that it has", arguments: LifecycleVector.all)
    func delegates(_ vector: LifecycleVector) async throws {
      UIApplication.shared.connectedScenes = [UIScene()]
      defer { UIApplication.shared.connectedScenes = [] }
      let known = [
        "application(_:didFinishLaunchingWithOptions:)", "applicationDidEnterBackground(_:)",
        "sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)",
      ]
      var expected: [String] = []
      var process = 0
      try await LifecycleDriver().play(vector) { _ in
        Delegate()
      } check: { delegate, step, _ in
        if step.process != process { (process, expected) = (step.process, []) }
        if known.contains(step.name) { expected.append(step.name) }
        #expect(delegate.calls == expected)
      }
    }
  }
}
