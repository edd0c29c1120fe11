// URL sessions whose network is the tests'.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(FoundationNetworking)
  @_exported import class FoundationNetworking.HTTPURLResponse
  @_exported import struct FoundationNetworking.URLRequest
  @_exported import class FoundationNetworking.URLResponse
#else
  @_exported import class Foundation.HTTPURLResponse
  @_exported import struct Foundation.URLRequest
  @_exported import class Foundation.URLResponse
#endif

public final class URLSessionConfiguration {
  public let identifier: String?

  private init(identifier: String?) { self.identifier = identifier }

  public static func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    URLSessionConfiguration(identifier: identifier)
  }
}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL)
}

public class URLSessionTask: @unchecked Sendable {
  public let taskIdentifier: Int
  public var taskDescription: String?
  public fileprivate(set) var response: URLResponse?
  public fileprivate(set) var isRunning = false

  init(_ identifier: Int) { taskIdentifier = identifier }

  public func resume() { isRunning = true }
}

public final class URLSessionUploadTask: URLSessionTask, @unchecked Sendable {}
public final class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}

public final class URLSession: @unchecked Sendable {
  public static let shared = URLSession()

  /// The sessions that were made with a delegate, by the identifiers; read by the tests.
  nonisolated(unsafe) public private(set) static var background: [String: URLSession] = [:]

  /// What the network answers to uploads within the process; set by the tests.
  public var answer: @Sendable (URLRequest, Data) throws -> Int = { _, _ in 200 }
  /// The uploads that were begun; read by the tests.
  public private(set) var tasks: [URLSessionTask] = []
  /// Kept for good, as a session does.
  private let delegate: (any URLSessionDelegate)?

  private init() { delegate = nil }

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {
    self.delegate = delegate
    if let identifier = configuration.identifier { Self.background[identifier] = self }
  }

  public func upload(for request: URLRequest, from data: Data) async throws -> (Data, URLResponse) {
    (Data(), Self.response(to: request.url, try answer(request, data)))
  }

  /// What a server sends back; set by the tests.
  public var body = Data()

  public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    let status = try answer(request, request.httpBody ?? Data())
    return (body, Self.response(to: request.url, status))
  }

  public func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
    let task = URLSessionUploadTask(tasks.count + 1)
    tasks.append(task)
    return task
  }

  public func downloadTask(with url: URL) -> URLSessionDownloadTask {
    let task = URLSessionDownloadTask(tasks.count + 1)
    tasks.append(task)
    return task
  }

  // MARK: - What the system does, by the tests

  public func complete(_ task: URLSessionTask, status: Int) {
    task.response = Self.response(to: nil, status)
    (delegate as? any URLSessionTaskDelegate)?
      .urlSession(self, task: task, didCompleteWithError: nil)
  }

  public func finish(_ task: URLSessionDownloadTask, at location: URL) {
    (delegate as? any URLSessionDownloadDelegate)?
      .urlSession(self, downloadTask: task, didFinishDownloadingTo: location)
  }

  public func complete(_ task: URLSessionTask, with error: any Error) {
    (delegate as? any URLSessionTaskDelegate)?
      .urlSession(self, task: task, didCompleteWithError: error)
  }

  public func finishEvents() { delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: self) }

  private static func response(to url: URL?, _ status: Int) -> URLResponse {
    let url = url ?? URL(fileURLWithPath: "/")
    return HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
      ?? URLResponse(
        url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
  }
}
