// The app on a device: all that is UIKit's own. The app's target calls `UIApplicationMain` with it.

#if canImport(UIKit)
  import LifecycleServices
  import UIKit

  /// UIKit's way into the app.
  final class AppDelegate: UIResponder, UIApplicationDelegate {
    private(set) var coordinator: AppCoordinator?
    private var services: UIKitServices?
    let screens = WindowScreens()

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      let services = UIKitServices(
        application: application, folder: URL.documentsDirectory, sessionIdentifier: "photos")
      let coordinator = AppCoordinator(services: services, screens: screens)
      coordinator.start()
      self.services = services
      self.coordinator = coordinator
      return true
    }

    func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      services?.handleEvents(ofSession: identifier, completionHandler: completionHandler)
    }
  }

  /// The window, with a view that covers it.
  @MainActor
  final class WindowScreens: Screens {
    var window: UIWindow?
    private let cover = UIView()

    func show(_ screen: Screen) {
      switch screen {
      case .cover: window?.addSubview(cover)
      case .editor: cover.removeFromSuperview()
      }
    }
  }
#endif
