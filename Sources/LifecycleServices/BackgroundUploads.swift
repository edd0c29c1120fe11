// The background session of `UIKitServices`, with its uploads and downloads: an object of its own, because
// URLSession keeps its delegate for good.

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// The transfers that continue without the process.
  @MainActor
  final class BackgroundUploads: NSObject {
    private let identifier: String
    private let finished = HandledEvents<FinishedTransfer>()
    private var completionHandler: (() -> Void)?
    /// What was downloaded and not reported yet, by the numbers of the tasks.
    private var bodies: [Int: [UInt8]] = [:]

    /// Made with the first upload or handler: from then on the system tells it of what has ended.
    private lazy var session = URLSession(
      configuration: .background(withIdentifier: identifier), delegate: self,
      delegateQueue: .main)

    init(session identifier: String) { self.identifier = identifier }

    func begin(_ file: URL, to url: String) {
      guard let request = URLRequest(uploadingTo: url) else {
        return finished.tell(FinishedTransfer(url: url, failure: .failed))
      }
      let task = session.uploadTask(with: request, fromFile: file)
      // The request's URL may be another one after a redirection.
      task.taskDescription = url
      task.resume()
    }

    func beginDownload(from url: String) {
      guard let address = URL(string: url) else {
        return finished.tell(FinishedTransfer(url: url, failure: .failed))
      }
      let task = session.downloadTask(with: address)
      task.taskDescription = url
      task.resume()
    }

    func setHandler(_ handler: @escaping @MainActor (FinishedTransfer) -> Void) {
      _ = session
      finished.setHandler(handler)
    }

    func handleEvents(
      of identifier: String, _ completionHandler: @escaping () -> Void
    ) -> Bool {
      guard identifier == self.identifier else { return false }
      self.completionHandler = completionHandler
      _ = session
      return true
    }

    private func finishEvents() {
      let finished = completionHandler
      completionHandler = nil
      finished?()
    }
  }

  // The session calls on the main queue, as it was told to.
  extension BackgroundUploads: URLSessionTaskDelegate {
    nonisolated func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let failure = error.map { TransferFailure($0) } ?? TransferFailure(response: task.response)
      let (number, url) = (task.taskIdentifier, task.taskDescription ?? "")
      MainActor.assumeIsolated {
        let body = bodies.removeValue(forKey: number)
        finished.tell(
          FinishedTransfer(url: url, failure: failure, body: failure == nil ? body : nil))
      }
    }

    nonisolated func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
      MainActor.assumeIsolated { finishEvents() }
    }
  }

  // The file goes when the method returns.
  extension BackgroundUploads: URLSessionDownloadDelegate {
    nonisolated func urlSession(
      _ session: URLSession, downloadTask: URLSessionDownloadTask,
      didFinishDownloadingTo location: URL
    ) {
      let body = (try? Data(contentsOf: location)).map { [UInt8]($0) }
      let number = downloadTask.taskIdentifier
      MainActor.assumeIsolated { bodies[number] = body }
    }
  }

  extension URLRequest {
    /// A request that sends a body; nil for a text that is no URL.
    init?(uploadingTo url: String) {
      guard let url = URL(string: url) else { return nil }
      self.init(url: url)
      httpMethod = "POST"
    }
  }

  extension TransferFailure {
    /// Why a session says that a transfer failed.
    init(_ error: any Error) {
      switch (error as? URLError)?.code {
      case .notConnectedToInternet, .dataNotAllowed: self = .notConnected
      case .networkConnectionLost: self = .connectionLost
      case .timedOut: self = .timedOut
      case .cancelled: self = .cancelled
      default: self = error is CancellationError ? .cancelled : .failed
      }
    }

    /// Whether a server refused; nil for success.
    init?(response: URLResponse?) {
      guard let status = (response as? HTTPURLResponse)?.statusCode, status >= 300 else {
        return nil
      }
      self = .failed
    }
  }
#endif
