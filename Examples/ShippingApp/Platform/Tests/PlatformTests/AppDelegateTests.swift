// The app as UIKit runs it: its own delegate, over the services of a device.

import LifecycleServices
import Testing
import UIKit

@testable import Drafts

/// One after the other, since there is one platform.
@Suite(.serialized) enum PlatformTests {}

extension PlatformTests {
  @MainActor
  @Suite final class AppDelegateTests {
    private let application = UIApplication.shared
    private let delegate = AppDelegate()

    init() {
      for key in ["outbox", "openDraft", "photos"] {
        UserDefaults.standard.removeObject(forKey: key)
      }
      application.grantsBackgroundTime = true
      #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
    }

    @Test func theCoverStandsInFrontWhileOthersMayLook() {
      let window = UIWindow()
      delegate.screens.window = window
      application.post(UIApplication.willResignActiveNotification)
      #expect(window.subviews.count == 1)
      application.post(UIApplication.didBecomeActiveNotification)
      #expect(window.subviews.isEmpty)
      application.post(UIApplication.willResignActiveNotification)
    }

    @Test func theRefreshTimerIsOne() {
      for _ in 1...3 {
        application.post(UIApplication.didBecomeActiveNotification)
        application.post(UIApplication.willResignActiveNotification)
      }
      application.post(UIApplication.didBecomeActiveNotification)
      let timers = RunLoop.main.timers
      #expect(timers.count == 1)
      timers.first?.fire()
      #expect(delegate.coordinator?.refreshes == 1)
      application.post(UIApplication.willResignActiveNotification)
    }

    @Test func whatIsSentArrivesAndTheTaskIsEnded() async {
      delegate.coordinator?.send()
      #expect(Array(application.backgroundTasks.values) == ["upload"])
      for _ in 1...1000 where !application.backgroundTasks.isEmpty { await Task.yield() }
      #expect(application.backgroundTasks.isEmpty)
      #expect(delegate.coordinator?.uploader.outbox == [])
    }

    @Test func thePhotosOfAnotherLaunchAreTold() throws {
      delegate.coordinator?.sendPhoto("beach.jpeg")
      let session = try #require(URLSession.background["photos"])
      let task = try #require(session.tasks.last)
      #expect(task.isRunning)

      // The process was ended; the system launches the app for its session.
      let next = AppDelegate()
      #expect(next.application(application, didFinishLaunchingWithOptions: nil))
      let reconnected = try #require(URLSession.background["photos"])
      var isAnswered = false
      next.application(application, handleEventsForBackgroundURLSession: "photos") {
        isAnswered = true
      }
      reconnected.complete(task, status: 201)
      reconnected.finishEvents()
      #expect(next.coordinator?.photos == 1)
      #expect(isAnswered, "the system waits for its completion handler")
    }
  }
}
