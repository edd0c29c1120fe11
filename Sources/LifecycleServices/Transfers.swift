// What goes over the network, and that it may fail: within the process, or in a background session,
// which continues without it.

/// Why a transfer did not succeed.
public enum TransferFailure: String, Error, CaseIterable, Hashable, Sendable {
  /// There is no network.
  case notConnected
  /// The network went away meanwhile.
  case connectionLost
  /// Nothing came for as long as the request waits.
  case timedOut
  /// The app or the user stopped it.
  case cancelled
  /// Anything else, such as a server that refuses.
  case failed
}

/// How a transfer of the background session came out.
public struct FinishedTransfer: Hashable, Sendable {
  /// Where it went, or came from.
  public let url: String
  /// Why it failed; nil where it did not.
  public let failure: TransferFailure?
  /// What was downloaded; nil for an upload, and where it failed.
  public let body: [UInt8]?

  /// Makes an outcome; for implementations of `Transfers`.
  public init(url: String, failure: TransferFailure?, body: [UInt8]? = nil) {
    self.url = url
    self.failure = failure
    self.body = body
  }
}

/// What is asked of a server.
public struct ServerRequest: Hashable, Sendable {
  /// Where it goes.
  public let url: String
  /// The method of HTTP.
  public let method: String
  /// The header fields, by their names.
  public let headers: [String: String]
  /// What is sent.
  public let body: [UInt8]

  /// Makes a request.
  public init(
    _ url: String, method: String = "GET", headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// What a server answered.
public struct ServerAnswer: Hashable, Sendable {
  /// The status code of HTTP.
  public let status: Int
  /// The header fields, by their names in lower case.
  public let headers: [String: String]
  /// What it sent.
  public let body: [UInt8]

  /// Makes an answer.
  public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.body = body
  }

  /// A header field by its name, in whatever case; nil without it.
  public func header(_ name: String) -> String? { headers[name.lowercased()] }
}

/// Requests and uploads.
@MainActor
public protocol Transfers: AnyObject, Sendable {
  /// Uploads from within the process: it continues while the process runs, and ends with it.
  ///
  /// - Parameters:
  ///   - body: What is sent.
  ///   - url: Where to.
  /// - Throws: `TransferFailure`, `.cancelled` when the task is cancelled.
  func upload(_ body: [UInt8], to url: String) async throws(TransferFailure)

  /// Asks a server from within the process, as an upload goes.
  ///
  /// - Returns: What it answered, whatever its status.
  /// - Throws: `TransferFailure`, `.cancelled` when the task is cancelled.
  func answer(to request: ServerRequest) async throws(TransferFailure) -> ServerAnswer

  /// Begins an upload of the background session, which continues while the process is suspended or
  /// gone, and waits for a network where there is none.
  ///
  /// The result is passed to the handler of the process that runs then, which may be another one.
  ///
  /// - Parameters:
  ///   - name: The file, which has to stay until the upload is over.
  ///   - url: Where to; one upload at a time to each.
  func beginBackgroundUpload(ofFile name: String, to url: String)

  /// Begins a download of the background session, which continues as an upload does.
  ///
  /// - Parameter url: Where from; one download at a time of each.
  func beginBackgroundDownload(from url: String)

  /// Sets the handler for transfers of the background session; earlier ones are reported at once.
  ///
  /// An app that begins such transfers sets it while it is launched, since the system may have launched
  /// it for them.
  func setBackgroundUploadHandler(_ handler: @escaping @MainActor (FinishedTransfer) -> Void)
}
