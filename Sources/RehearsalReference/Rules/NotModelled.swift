// What the rules speak of and a simulator cannot hold, in one table: whole rules, and single
// clauses of rules that are otherwise obeyed. Each has its reason.

import RehearsalLifecycle

/// A rule, or a clause of one, that is not modelled.
package struct NotModelled: Hashable, Sendable {
  /// The rule's number, as the sources number it.
  package let number: Int
  /// The clause; nil for the whole rule.
  package let clause: String?
  /// Why it is not modelled.
  package let reason: String
  /// The keys of the sources that speak of it, where they are not those of the rule.
  package let sources: [String]

  package init(_ number: Int, clause: String? = nil, _ reason: String, sources: [String] = []) {
    self.number = number
    self.clause = clause
    self.reason = reason
    self.sources = sources
  }
}

extension RuleBook {
  /// What is not modelled, in the order of the numbers.
  package static let notModelled: [NotModelled] = clauses.sorted {
    $0.number < $1.number
  }

  private static let clauses: [NotModelled] = [
    NotModelled(
      3, clause: "an inactive app gets events of the accelerometer",
      "a script has no accelerometer"),
    NotModelled(
      65, clause: "the creation of a context for OpenGL ES is enough for the kill",
      "drawing stands for everything that uses the graphics processor"),
    NotModelled(
      65,
      clause:
        "the Neural Engine in the background, which iOS 27 restricts as the graphics processor",
      "no source says whether the use is refused or ends the app", sources: ["A-RN27"]),
    NotModelled(
      118, clause: "a restoration that a scene extends on its way to the foreground, on iOS 27",
      "it postpones the picture that the user sees, and no message", sources: ["A-RN27"]),
    NotModelled(
      170, clause: "an activity that is scheduled for a later moment, from iOS 26 on",
      "it begins without the app's code; `startActivity` at that moment shows the same",
      sources: ["W26-223"]),
    NotModelled(
      102, clause: "on which thread a request is submitted",
      "the code of scripts has one thread, which a submission does not block", sources: ["A-BGH"]),
    NotModelled(
      74, clause: "a daemon of the system ends suspended apps at night",
      "to an app it is a purge, silent and without a report, whose time the scenario chooses: `purge`",
      sources: ["FOR-759754"]),
    NotModelled(
      135,
      clause: "Push to Talk: one channel of one app, which a restart and a swipe leave joined",
      "the sources differ on what works after a swipe, and the pushes, the channel's restoration and "
        + "the session of sound are a protocol of their own",
      sources: ["FOR-780822", "FOR-781909"]),
    NotModelled(
      151, clause: "AlarmKit: alarms ring without their app, and their buttons run its intents",
      "both can be said: `interrupt .alarm` rings, and `performIntent` presses a button, also when "
        + "the app is not running",
      sources: ["A-ALARM", "W25-230"]),
    NotModelled(
      197, clause: "what the page shows, and how the web view is loaded again",
      "the content of a web view is no part of the lifecycle; the app's own code answers the message"
    ),
    NotModelled(
      76, clause: "sixty seconds for ending while background tasks are waited for",
      "only one analysis of the system mentions them, and the contract is five seconds"),
    NotModelled(
      81, clause: "MetricKit counts a swipe among the normal exits",
      "its reports are not modelled; the exit has no report and a reason of its own"),
    NotModelled(
      89, clause: "only a task that was begun in the foreground makes the time a real number",
      "the sources' own examples begin theirs in didEnterBackground and read a number"),
    NotModelled(
      90, clause: "the handler is called synchronously",
      "a handler has the main thread to itself here in any case"),
    NotModelled(
      104, clause: "system budgets",
      "the sources name them and give no numbers"),
    NotModelled(
      105, clause: "the app is also launched when a transfer asks for credentials",
      "the transfers of a script ask for none"),
    NotModelled(
      110, clause: "sixty seconds in the background while the processor is throttled",
      "nothing throttles the processor here"),
    NotModelled(
      109, clause: "a launch in the background may exhaust an allowance of processor time",
      "only one report mentions it, and the launch's own work has no processor time here"),
    NotModelled(
      112, "it marks a report that a user asked for, which ends nothing and tells no app"),
    NotModelled(
      113, clause: "the codes of VoIP apps that are resumed too often and of excess resources",
      "the sources do not say what is too often or too much"),
    NotModelled(
      114, clause: "the priorities of mail and phone, and the other reasons of kills for memory",
      "they belong to apps of the system and to parts of the kernel"),
    NotModelled(
      115, clause: "the numeric levels of early memory warnings, and the dispatch source",
      "the level has no effect, and the message has the same information"),
    NotModelled(
      158, clause: "giving the scene of a connected screen a window ends the mirroring",
      "what screens show has no pictures here"),
    NotModelled(
      159, clause: "dashboard, instrument cluster, templates, and the methods of iOS 12",
      "a car's screen here shows one app at a time, and the look of templates is not part of the lifecycle"
    ),
    NotModelled(
      161, clause: "views, onAppear and the state of SwiftUI",
      "the apps of scripts have no views of SwiftUI"),
    NotModelled(
      165, clause: "the notifications of the keyboard, the text size and accessibility",
      "they have no consequence for the lifecycle"),
    NotModelled(
      138, clause: "events of regions come some minutes late",
      "the scenario chooses the time of the message"),
    NotModelled(
      145, clause: "the token of PushKit",
      "a VoIP push reaches every app that declares the mode"),
    NotModelled(
      146, clause: "sheets that are the app's own view",
      "such as sharing or mail; they send nothing"),
    NotModelled(
      150, clause: "donated activities that Siri and Shortcuts open",
      "no verb names them; `handOff` sends the same messages"),
    NotModelled(
      151, clause: "extensions and timelines",
      "they run in processes of their own, and nothing of them reaches the app"),
    NotModelled(
      170, clause: "updates by pushes",
      "they change what the lock screen shows, and run none of the app's code"),
    NotModelled(
      168, clause: "what a category decides beside the route",
      "the mode audio and `mixes:` say what plays on and what is interrupted"),
    NotModelled(
      177, clause: "8 to 130 ms between the two",
      "they come directly one after the other, which is enough to find mistakes"),
    NotModelled(
      178, clause: "App Nap, immersive spaces, and what a Mac does to an app that is idle",
      "no source says which messages an app gets"),
    NotModelled(
      179, clause: "views, timelines, and what of UIKit an extension may not call",
      "they are not part of the lifecycle, and the app's compiler reports forbidden calls"),
    NotModelled(
      171, clause: "the passwords' sheet sends an app to the background",
      "one report says so, without the messages on the return"),
    NotModelled(
      171, clause: "notifications on trial come without a sound",
      "the look and sound of a notification runs no code of the app"),
    NotModelled(
      153, clause: "outgoing calls, holding, muting, groups and video",
      "one incoming call at a time shows what a call means for the life of an app"),
    NotModelled(
      154, clause: "interruptions for the microphone and for a route that is gone",
      "a script has neither; other interruptions send an app the same messages"),
  ]
}
