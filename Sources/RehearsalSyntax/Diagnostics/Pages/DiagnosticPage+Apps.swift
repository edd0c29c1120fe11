// The pages of E05: handlers, and the settings of apps and the device.

extension DiagnosticPage {
  static let apps: [DiagnosticPage] = [
    DiagnosticPage(
      .unknownHandler, "A handler for a message that there is not",
      """
      A handler is named after a message of UIKit, without the `application` before it: \
      `didEnterBackground` for `applicationDidEnterBackground(_:)`. The messages of scenes stand \
      in `scene { }`, those of view controllers in `view { }`.
      """,
      wrong: """
        app Notes {
            on applicationDidEnterBackground { log "saved" }
        }
        """,
      right: """
        app Notes {
            on didEnterBackground { log "saved" }
        }
        """),
    DiagnosticPage(
      .duplicateHandler, "Two handlers for one message",
      """
      An app has one handler for a message. Write what both do into one, or call two functions \
      from it.
      """,
      wrong: """
        app Notes {
            on didBecomeActive { log "one" }
            on didBecomeActive { log "two" }
        }
        """,
      right: """
        app Notes {
            on didBecomeActive {
                log "one"
                log "two"
            }
        }
        """),
    DiagnosticPage(
      .unknownKey, "A setting that there is not",
      """
      `device { }` and `info { }` have fixed keys. Where a known key is much like this one, the \
      message proposes it.
      """,
      wrong: """
        device {
            memroy: 2GB
        }
        """,
      right: """
        device {
            memory: 2GB
        }
        """),
    DiagnosticPage(
      .unknownSymbol, "A symbol that is none of the known ones",
      """
      Where only certain symbols make sense (a button of the device, an interruption, a state, a \
      message in `calls`), any other is a mistake: comparing with it would always give the same \
      result.
      """,
      wrong: """
        app Notes { }
        launch Notes
        press .hoem
        expect Notes.state == .suspnded
        """,
      right: """
        app Notes { }
        launch Notes
        press .home
        advance 10s
        expect Notes.state == .suspended
        """),
    DiagnosticPage(
      .secondDevice, "Two devices",
      """
      A file describes one device, in one block. The device of a script also counts instead of \
      that of a file that it imports.
      """,
      wrong: """
        device { os: 17 }
        device { memory: 2GB }
        """,
      right: """
        device {
            os: 17
            memory: 2GB
        }
        """),
    DiagnosticPage(
      .invalidSetting, "A setting of the wrong kind",
      """
      Each key takes values of one kind, and the message says which: `os` a version, `memory` a \
      size, `passcode` true or false, `backgroundModes` a list of symbols.
      """,
      wrong: """
        device {
            passcode: "1234"
        }
        """,
      right: """
        device {
            passcode: true
        }
        """),
    DiagnosticPage(
      .handlerParameters, "Parameters that a handler is not given",
      """
      A handler names what its message carries, in order, and may leave the last ones off. It \
      cannot name more than that. A few handlers say first, as a literal, which one they answer: \
      `backgroundTask("refresh", task)`.
      """,
      wrong: """
        app Notes {
            on didBecomeActive(state) { log "active" }
        }
        """,
      right: """
        app Notes {
            on didBecomeActive { log "active" }
        }
        """),
  ]
}
