// The rules of hardware and background modes, of memory, and of what the system tells an app about
// its surroundings.

extension RuleBook {
  static let resources: [Rule] = [
    Rule(
      .R063, "Hardware and network in the background",
      "In the background an app loses its accessories unless it declares the mode; at suspension "
        + "its Bonjour services are torn down and its sockets may be taken.",
      .from(4), ["APG-S", "APG-B"], [.apple]),
    Rule(
      .R064, "Camera and shared databases",
      "An app that uses the camera in the background, or a shared database of the system when it "
        + "is suspended, is killed.",
      .from(4), ["A-BG", "APG-S"], [.apple]),
    Rule(
      .R065, "Drawing in the background",
      "Drawing with OpenGL ES in the background kills the app; so did Metal once, which only "
        + "refuses by the documents of later versions.",
      .from(4), ["APG-S", "TN2151", "A-MTL"], [.apple], conflict: "C13"),
    Rule(
      .R066, "File lock at suspension",
      "An app that holds a lock on a file when it is suspended is killed.",
      .from(9), ["A-EXC", "TN2151"], [.apple]),
    Rule(
      .R095, "Too many tasks",
      "An app that holds about a thousand background tasks is killed.",
      .from(11), ["A-EXC", "Q-BT"], [.apple, .appleEngineer]),
  ]

  static let memory: [Rule] = [
    Rule(
      .R114, "Order of purges",
      "Memory is taken from suspended apps first, from large ones before small ones, then from "
        + "apps that run in the background, and last from the one in front.",
      .from(4), ["APG-S", "A-JET", "W20-78"], [.apple]),
    Rule(
      .R115, "Memory warnings",
      "A memory warning is sent to running apps and their view controllers when ending suspended "
        + "ones does not free enough.",
      .from(2), ["A-JET"], [.apple, .observed]),
    Rule(
      .R116, "Memory warning in the background",
      "An app in the background gets the memory warning; by the documents it also gets "
        + "willTerminate when it is killed later.",
      .from(4), ["APG-S"], [.apple], conflict: "C5"),
  ]

  static let surroundings: [Rule] = [
    Rule(
      .R130, "Many notifications as one",
      "Notifications that come while an app is suspended are kept for their observers, many of "
        + "one kind as one.",
      .from(4), ["A-QUEUE", "APG-S"], [.apple]),
    Rule(
      .R131, "When queued notifications are delivered",
      "What was kept is delivered when the app runs again; a significant change of time waits for "
        + "the foreground, and only the latest is told.",
      .from(4), ["A-QUEUE", "A-DEL"], [.apple], conflict: "C19"),
    Rule(
      .R133, "Locations queue",
      "Locations that come while an app is suspended are delivered when it runs again.",
      .from(4), ["APG-S"], [.apple]),
  ]

  static let modes: [Rule] = [
    Rule(
      .R135, "Background modes",
      "What an app may do in the background follows from the modes that its Info.plist declares.",
      .from(4), ["UIBackgroundModes"], [.apple]),
    Rule(
      .R136, "Audio in the background",
      "With the mode audio an app that plays keeps running until it stops; without it the "
        + "playback ends in the background.",
      .from(4), ["APG-B"], [.apple]),
    Rule(
      .R137, "Location updates in the background",
      "Location updates go on in the background with the mode location and, from iOS 9 on, the "
        + "flag that asks for it, which is fatal without the mode.",
      .from(4), ["A-CL", "APG-B"], [.apple]),
    Rule(
      .R138, "Places wake an app",
      "Significant changes of 500 metres at most every five minutes, visits and at most twenty "
        + "regions wake an app that may always use the location, for about ten seconds.",
      .from(4), ["A-CL", "XAM"], [.apple, .documented]),
    Rule(
      .R139, "Places after a force quit",
      "After a force quit places do not relaunch an app up to iOS 7.0, and do from 7.1 on; the "
        + "documents say from 8 on.",
      .from(4), ["StackOverflow 33368607", "APG-B"], [.observed, .apple], conflict: "C9"),
    Rule(
      .R140, "Bluetooth wakes an app",
      "Bluetooth resumes a suspended app and relaunches one that the system ended, but not one "
        + "that the user closed or after the radio was switched off.",
      .from(7), ["TN3115"], [.apple]),
    Rule(
      .R141, "VoIP pushes and keep-alive",
      "From iOS 13 on a VoIP push has to be reported as a call; before iOS 9 a VoIP app has a "
        + "keep-alive handler, at most every 600 seconds and for ten.",
      .from(4), ["A-PK", "APG-B"], [.apple]),
  ]
}
