// The calls of UIKit's own delegates: each method that there is. What UIKit lets nobody make, such as a
// scene, is not faked: calls with one need that of a running app, and are not made without it.

#if canImport(UIKit)
  import UIKit

  /// The calls of delegates by their selectors.
  @MainActor
  enum UIKitCalls {
    /// Calls the method of a step, where the code under test is such a delegate and has it.
    static func send(_ step: LifecycleStep, to subject: Any) {
      let application = UIApplication.shared
      if step.kind == .delegate, let delegate = subject as? any UIApplicationDelegate {
        call(step.name, of: delegate, with: application)
      } else if step.kind == .sceneDelegate, let delegate = subject as? any UISceneDelegate,
        let scene = application.connectedScenes.first
      {
        call(step.name, of: delegate, with: scene)
      }
    }

    #if canImport(ObjectiveC)
      /// Calls a method with an object, and nil for what else it takes; one that takes more, such as a
      /// completion handler, is not called.
      private static func call(_ name: String, of delegate: any NSObjectProtocol, with object: Any)
      {
        let parts = name.split { "(:)".contains($0) }
        let selector = Selector("\(parts[0]):" + parts.dropFirst(2).map { "\($0):" }.joined())
        guard parts.count <= 3, delegate.responds(to: selector) else { return }
        _ = delegate.perform(selector, with: object, with: nil)
      }
    #else
      // What stands for UIKit on other systems calls its methods itself.
      private static func call(_ name: String, of delegate: any NSObjectProtocol, with object: Any)
      {
        UIKitStandIn.call(name, of: delegate, with: object)
      }
    #endif
  }
#endif
