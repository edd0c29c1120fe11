// The background task scheduler, which begins what the tests tell it to. On a device it is a framework of
// its own.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import class Dispatch.DispatchQueue

open class BGTask: NSObject, @unchecked Sendable {
  public let identifier: String
  public var expirationHandler: (() -> Void)?
  /// Whether the app says that it succeeded; nil until it says anything.
  public private(set) var success: Bool?

  public init(identifier: String) { self.identifier = identifier }

  public func setTaskCompleted(success: Bool) { self.success = success }
}

open class BGTaskRequest: NSObject {
  public let identifier: String
  public var earliestBeginDate: Date?

  public init(identifier: String) { self.identifier = identifier }
}

public final class BGAppRefreshTaskRequest: BGTaskRequest {}

public final class BGProcessingTaskRequest: BGTaskRequest {
  public var requiresExternalPower = false
}

public final class BGContinuedProcessingTask: BGTask, @unchecked Sendable {
  public let progress = Progress(totalUnitCount: 0)
}

public final class BGContinuedProcessingTaskRequest: BGTaskRequest {
  public enum SubmissionStrategy: Int, Sendable {
    case fail, queue
  }

  public struct Resources: OptionSet, Sendable {
    public let rawValue: Int
    public static let gpu = Resources(rawValue: 1)

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  public let title: String
  public let subtitle: String
  public var strategy = SubmissionStrategy.queue
  public var requiredResources: Resources = []

  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(identifier: identifier)
  }
}

public final class BGTaskScheduler: @unchecked Sendable {
  public struct Error: Swift.Error {
    public enum Code: Int, Sendable {
      case unavailable = 1
      case tooManyPendingTaskRequests, notPermitted, immediateRunIneligible
    }
    public let code: Code

    public init(_ code: Code) { self.code = code }
  }

  public static let shared = BGTaskScheduler()

  // Set and read by the tests.
  public var identifiers: Set<String> = []
  public var refusal: Error?
  public private(set) var submitted: [BGTaskRequest] = []
  private var handlers: [String: @Sendable (BGTask) -> Void] = [:]

  public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping @Sendable (BGTask) -> Void
  ) -> Bool {
    guard identifiers.contains(identifier) else { return false }
    handlers[identifier] = launchHandler
    return true
  }

  public func submit(_ request: BGTaskRequest) throws {
    if let refusal { throw refusal }
    submitted.append(request)
  }

  // MARK: - What the system does, by the tests

  @MainActor
  public func begin(_ identifier: String) -> BGTask {
    let isContinued = submitted.last { $0.identifier == identifier } is BGContinuedProcessingTaskRequest
    let task =
      isContinued
      ? BGContinuedProcessingTask(identifier: identifier) : BGTask(identifier: identifier)
    handlers[identifier]?(task)
    return task
  }
}
