// The members of what belongs to an app's windows: scenes, sessions, display links.

import RehearsalMachine

/// What app code can read of a scene.
enum SceneMember: String, MemberTable {
  case activationState, session

  var definition: HostMember {
    switch self {
    case .activationState:
      HostMember(rawValue, summary: "The scene's state, such as `.foregroundActive`.")
    case .session: HostMember(rawValue, summary: "The session, which outlives the scene.")
    }
  }
}

/// What app code can read of a scene session.
enum SceneSessionMember: String, MemberTable {
  case persistentIdentifier, stateRestorationActivity

  var definition: HostMember {
    switch self {
    case .persistentIdentifier:
      HostMember(rawValue, summary: "A text that stays the same from launch to launch.")
    case .stateRestorationActivity:
      HostMember(rawValue, summary: "What the scene gave last to be restored with, or nil.")
    }
  }
}

/// What app code can do with a display link.
enum DisplayLinkMember: String, MemberTable {
  case preferredFramesPerSecond, isPaused, invalidate

  var definition: HostMember {
    switch self {
    case .preferredFramesPerSecond:
      HostMember(rawValue, isSettable: true, summary: "How many frames it wants in a second.")
    case .isPaused:
      HostMember(rawValue, isSettable: true, summary: "Whether the app holds its frames.")
    case .invalidate:
      HostMember(
        rawValue, parameters: [], isReadOnly: false, summary: "Ends the display link for good.")
    }
  }
}
