// What of the system the values that app code is handed stand for.

import RehearsalLifecycle
import RehearsalValues

extension ScriptValue {
  /// The completion that a message carried; nil for anything else.
  package var completion: CompletionIdentifier? {
    guard case .handle(let handle) = self,
      handle.handleKind == .completion || handle.handleKind == .scheduledTask
    else { return nil }
    return CompletionIdentifier(rawValue: handle.number)
  }

  /// The call that the value stands for; nil for anything else.
  public var call: CallIdentifier? {
    guard case .handle(let handle) = self, handle.handleKind == .call else { return nil }
    return CallIdentifier(rawValue: handle.number)
  }

  /// The scene session that the value stands for; nil for anything else.
  public var sceneSession: SceneSessionIdentifier? {
    guard case .handle(let handle) = self, handle.handleKind == .sceneSession else { return nil }
    return SceneSessionIdentifier(handle.number)
  }
}
