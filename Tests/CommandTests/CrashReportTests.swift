// Crash reports: of each kind of end a header in Apple's format, written for these tests, is told by
// its rule, and the page is a script that ends the same way. Cut and forged ones get a sentence.

import Foundation
import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalCommand

@Suite("Crash reports explained")
struct CrashReportTests {
  /// A report of two values of JSON, as systems from iOS 15 on write it.
  private static func ips(
    _ system: String, role: String = "Foreground", _ termination: String,
    exception: String = #"{"type":"EXC_CRASH","signal":"SIGKILL"}"#
  ) -> String {
    """
    {"app_name":"Notes","timestamp":"2026-05-01 12:01:00.00 +0200","app_version":"1.0",\
    "bundleID":"com.example.Notes","bug_type":"309","os_version":"iPhone OS \(system) (21E236)"}
    {
      "procRole" : "\(role)",
      "captureTime" : "2026-05-01 12:00:32.5000 +0200",
      "procLaunch" : "2026-05-01 12:00:00.0000 +0200",
      "procName" : "Notes",
      "exception" : \(exception),
      "termination" : \(termination),
      "threads" : [{"id":1,"frames":[]}]
    }
    """
  }

  /// What FrontBoard's watchdog writes.
  private static func watchdog(
    _ event: String, _ visibility: String, allows seconds: String
  ) -> String {
    """
    {"flags":6,"code":2343432205,"namespace":"FRONTBOARD","reasons":["<RBSTerminateContext| \
    domain:10 code:0x8BADF00D explanation:\(event) watchdog transgression: app<com.example.Notes>\
    :123 exhausted real (wall clock) time allowance of \(seconds) seconds",\
    "ProcessVisibility: \(visibility)","WatchdogEvent: \(event)",\
    "WatchdogVisibility: \(visibility)"]}
    """
  }

  private static func kill(_ namespace: String, _ code: Int64, _ reason: String) -> String {
    #"{"flags":6,"code":\#(code),"namespace":"\#(namespace)","reasons":["\#(reason)"]}"#
  }

  /// A report of lines, as systems up to iOS 14 write it.
  private static func lines(
    _ system: String, role: String = "Foreground", codes: String, _ reason: String
  ) -> String {
    """
    Incident Identifier: 00000000-0000-0000-0000-000000000000
    Hardware Model:      iPhone8,1
    Process:             Notes [1234]
    Identifier:          com.example.Notes
    Role:                \(role)

    Date/Time:           2019-03-01 10:20:42.2500 +0100
    Launch Time:         2019-03-01 10:20:00.0000 +0100
    OS Version:          iPhone OS \(system) (16D57)
    Report Version:      104

    Exception Type:  EXC_CRASH (SIGKILL)
    Exception Codes: 0x0000000000000000, \(codes)
    \(reason)
    Triggered by Thread:  0

    Thread 0 name:  Dispatch queue: com.apple.main-thread
    """
  }

  private static let reports: [(end: ReportedEnd, report: String)] = [
    (.processLaunch, ips("17.4", watchdog("process-launch", "Foreground", allows: "20.00"))),
    (.launch, ips("17.4", watchdog("scene-create", "Foreground", allows: "20.00"))),
    (.laterScene, ips("17.4", watchdog("scene-create", "Foreground", allows: "10.00"))),
    (.activation, ips("16.0.3", watchdog("scene-update", "Foreground", allows: "10.00"))),
    (
      .leaving,
      ips("26.0", role: "Background", watchdog("scene-update", "Background", allows: "10.00"))
    ),
    (.notice, ips("15.1", watchdog("process-exit", "Background", allows: "5.00"))),
    (
      .blockedEvents,
      lines(
        "12.1.4", codes: "0x000000008badf00d",
        "Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d")
    ),
    (
      .leaving,
      lines(
        "13.1", role: "Background", codes: "0x000000008badf00d",
        """
        Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d
        Termination Description: SPRINGBOARD, scene-update watchdog transgression: \
        app<com.example.Notes> exhausted real (wall clock) time allowance of 10.00 seconds | \
        ProcessVisibility: Background | WatchdogEvent: scene-update
        """)
    ),
    (
      .processLaunch,
      lines(
        "8.4", codes: "0x000000008badf00d",
        """
        Application Specific Information:
        com.example.Notes failed to launch in time
        """)
    ),
    (
      .launch,
      lines(
        "11.2", codes: "0x000000008badf00d",
        """
        Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d
        com.example.Notes failed to scene-create after 19.97s
        """)
    ),
    (
      .activation,
      lines(
        "7.1", codes: "0x8badf00d",
        """
        Application Specific Information:
        com.example.Notes failed to resume in time
        """)
    ),
    (
      .backgroundTask,
      lines(
        "12.0", role: "Background", codes: "0x8badf00d",
        """
        Application Specific Information:
        com.example.Notes has active assertions beyond permitted time:
        """)
    ),
    (.backgroundTask, ips("17.0", kill("RUNNINGBOARD", 0x2182_bad2, "task"))),
    (.fetch, ips("17.0", kill("RUNNINGBOARD", 0x2182_bad4, "fetch"))),
    (.urlSession, ips("17.0", kill("RUNNINGBOARD", 0x2182_bad3, "transfers"))),
    (.heldLock, ips("18.2", kill("RUNNINGBOARD", 0xdead_10cc, "RUNNINGBOARD 0xdead10cc"))),
    (
      .heldLock,
      lines(
        "10.3", codes: "0x00000000dead10cc",
        "Termination Reason: Namespace SPRINGBOARD, Code 0xdead10cc")
    ),
    (.voipCall, ips("17.0", kill("RUNNINGBOARD", 0xbaad_ca11, "call"))),
    (.tooManyTasks, ips("17.0", kill("RUNNINGBOARD", 0xbada_5e47, "assertions"))),
    (.heat, ips("17.0", kill("RUNNINGBOARD", 0xc000_10ff, "heat"))),
    (.storage, ips("17.0", kill("RUNNINGBOARD", 0xbadd_d15c, "storage"))),
    (.drawing, ips("17.0", kill("SPRINGBOARD", 0x2bad_45ec, "drawing"))),
    (.forceQuit, ips("17.0", kill("FRONTBOARD", 0xdead_fa11, "quit"))),
    (
      .fault,
      ips(
        "17.0", kill("SIGNAL", 6, "Abort trap: 6"),
        exception: #"{"type":"EXC_CRASH","signal":"SIGABRT"}"#)
    ),
    (
      .fault,
      lines("12.0", codes: "0x0", "").replacing("EXC_CRASH (SIGKILL)", with: "EXC_BAD_ACCESS")
    ),
    (.missingLibrary, ips("17.0", kill("DYLD", 1, "Library missing"))),
    (
      .processorTime,
      """
      Date/Time:        2020-05-01 12:00:32.5 +0200
      OS Version:       iPhone OS 13.4 (17E255)
      Command:          Notes
      Event:            cpu usage
      Action taken:     Process killed
      CPU:              48 seconds cpu time over 57 seconds (84% cpu average), exceeding limit
      """
    ),
    (.memoryLimit, memory(reason: "per-process-limit")),
    (.lateRegistration, raised("must be registered before application finishes launching")),
    (.secondRegistration, raised("Launch handler for refresh has already been registered")),
    (.unregisteredTask, raised("No launch handler registered for task refresh")),
    (.frequentNotification, raised("time interval must be at least 60 if repeating")),
    (.backgroundLocation, raised("!stayUp || CLClientIsBackgroundable(internal->fClient)")),
    (.scenesRequired, raised("the app does not adopt UIScene", system: "27.0")),
    (.memory, memory(reason: "vm-pageshortage")),
  ]

  /// An exception of the app's own process.
  private static func raised(_ words: String, system: String = "17.0") -> String {
    ips(
      system, kill("SIGNAL", 6, words), exception: #"{"type":"EXC_CRASH","signal":"SIGABRT"}"#)
  }

  private static func memory(reason: String) -> String {
    """
    {"bug_type":"298","timestamp":"2026-05-01 12:01:00.00 +0200","os_version":"iPhone OS 17.4 (1)"}
    {"largestProcess":"Notes","processes":[{"name":"Other","states":["active"]},\
    {"name":"Notes","reason":"\(reason)","states":["suspended"],"rpages":12000}]}
    """
  }

  @Test("A header is told by its rule, and its scenario ends the same way", arguments: reports)
  func everyEnd(_ report: (end: ReportedEnd, report: String)) throws {
    let bytes = Array(report.report.utf8)
    #expect(try ReportedEnd(ReportReader.ends(in: bytes)[0]) == report.end)
    let page = try CrashReportPage(reading: bytes).text
    #expect(page.hasPrefix("// Notes \(report.end.row.words)"))
    if let rule = report.end.row.rule { #expect(page.contains("\n// \(rule): ")) }
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.count > 80 && !$0.contains("://") } == [], "each line fits")
    let script = Script(SourceText(name: "page.rehearsal", page))
    #expect(script.diagnostics.isEmpty, "\(script.diagnostics.map(\.message)) in \(page)")
    var session = try script.session()
    #expect(session.run().hasPassed, "\(page)")
  }

  @Test("Every kind of end has a header here")
  func allKinds() {
    #expect(ReportedEnd.allCases.filter { end in !Self.reports.contains { $0.end == end } } == [])
  }

  @Test("A page says how long the app had lived, what it was doing, and what the limits are")
  func facts() throws {
    let report = Self.ips(
      "16.1", role: "Background", Self.watchdog("scene-update", "Background", allows: "10.00"))
    let page = try CrashReportPage(reading: Array(report.utf8)).text
    let words = page.replacing("\n// ", with: " ")
    #expect(words.contains("It had lived for 32.5s. It was: Background. The device had iOS 16.1."))
    #expect(words.contains("The report grants 10s. The limit is 10s, the budget didEnter"))
    #expect(page.contains("device { os: \"16.1\"; allowing: [.watchdog] }"))
    #expect(words.contains("flutter/flutter #114347"))
  }

  @Test("A cut report is told, wherever it is cut", arguments: [0, 8, 24])
  func cut(_ report: Int) {
    let bytes = Array(Self.reports[report].report.utf8)
    for end in bytes.indices {
      do throws(CrashReportError) {
        _ = try CrashReportPage(reading: Array(bytes[..<end])).text
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(
    "What is no crash report gets a sentence",
    arguments: [
      ("", "it is empty"), ("app Notes { }", "it is no report of an end"),
      ("{\"a\":1}\n", "it is JSON, but no report that is known: it holds a"),
      ("{\"app_name\":\"Notes\"}\n", "it is cut after its first line"),
      ("{\"a\":", "it is cut, or no crash report"), ("{}\n{}", "an empty object of JSON"),
      ("Process: Notes [1]", "does not say how the process ended"),
      (String(repeating: "[", count: 100_000), "nested more than"),
      ("{\"a\":" + String(repeating: "[", count: 100_000), "nested more than"),
    ])
  func hostile(_ report: (text: String, sentence: String)) {
    do throws(CrashReportError) {
      _ = try CrashReportPage(reading: Array(report.text.utf8)).text
      Issue.record("it is taken for a report")
    } catch {
      #expect(error.description.contains(report.sentence), "\(error)")
    }
  }

  @Test("What a forged header names does not get out of its comment, or into the scenario")
  func forged() throws {
    let report = Self.ips("17.0", Self.kill("SIGNAL", 6, "x"))
      .replacing("\"procName\" : \"Notes\"", with: "\"procName\" : \"A\\n}\\nlaunch B \\u001b[2J\"")
    let page = try CrashReportPage(reading: Array(report.utf8)).text
    #expect(!page.contains("\u{1b}") && page.contains("app App {"))
    #expect(page.split(separator: "\n").first?.hasPrefix("// A") == true)
    let unknown = Self.ips("99.0", Self.kill("TCC", 0, "privacy"))
    let told = try CrashReportPage(reading: Array(unknown.utf8)).text
    #expect(told.contains("has no rule that ends an app so") && told.contains("SIGKILL"))
  }

  @Test("Moments that cannot be are no life")
  func moments() throws {
    let report = Self.ips("17.0", Self.kill("SIGNAL", 6, "x"))
    for launch in ["9999-12-31 23:59:59 +0000", "2026-13-01 00:00:00", "x", "2026-05-01 25:00:00"] {
      let changed = report.replacing("2026-05-01 12:00:00.0000 +0200", with: launch)
      #expect(try ReportReader.ends(in: Array(changed.utf8))[0].life == nil)
    }
  }

  @Test("The command explains files and tells of those that it cannot read")
  func command() throws {
    let folder = TestFolder()
    let path = try folder.file("notes.ips", holding: Self.reports[0].report).path
    let broken = try folder.file("broken.crash", holding: "nothing").path
    let good = try Command("explain", path)
    #expect(good.exitCode == 0 && good.output.contains("// R109: "))
    let both = try Command("explain", broken, path, "E0203")
    #expect(both.exitCode == 2)
    #expect(both.output.contains("// R109: ") && both.output.contains("E0203"))
    #expect(both.errors.contains("broken.crash: it is no report of an end"))
    #expect(try Command("explain", "missing.ips").errors.contains("there is no such file"))
  }
}

/// The files of `Reports` are written for these tests in the form in which people have them.
///
/// Each is called by the rule that ended the app, `own` for what was its own code, or `none`; then by
/// its kind.
@Suite("Reports as people have them")
struct ReportKindTests {
  private static let files: [String] = {
    let paths = try? Repository().paths(below: "Tests/CommandTests/Reports", endingIn: "")
    return (paths ?? []).sorted()
  }()

  @Test(
    "Each kind of report is told by its rule, and its scenario ends the same way", arguments: files)
  func everyFile(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Repository.url(of: path)))
    let wanted = String(path.split(separator: "/").last?.prefix { $0 != "-" } ?? "")
    let page = try CrashReportPage(reading: bytes).text
    let words = page.replacing("\n// ", with: " ")
    switch wanted {
    case "own": #expect(words.contains("No rule of the system ended it"), "\(page)")
    case "none":
      let isTold =
        words.contains("has no rule that ends an app so") || words.contains("No rule ended it")
      #expect(isTold, "\(page)")
    default: #expect(page.contains("\n// \(wanted): "), "\(page)")
    }
    let script = Script(SourceText(name: "page.rehearsal", page))
    #expect(script.diagnostics.isEmpty, "\(script.diagnostics.map(\.message)) in \(page)")
    var session = try script.session()
    #expect(session.run().hasPassed, "\(page)")
  }

  @Test("There are at least four of each kind")
  func kinds() {
    let kinds = Self.files.compactMap {
      $0.split(separator: "-").dropFirst().first?.prefix { $0 != "." }
    }
    let counts = Dictionary(kinds.map { (String($0), 1) }, uniquingKeysWith: +)
    #expect(counts.count >= 11 && counts.values.allSatisfy { $0 >= 4 }, "\(counts)")
  }

  @Test("Cut anywhere, each gets a page or a sentence")
  func isCut() throws {
    for path in Self.files {
      let bytes = [UInt8](try Data(contentsOf: Repository.url(of: path)))
      for part in 1..<24 {
        for piece in [bytes.prefix(bytes.count * part / 24), bytes.suffix(bytes.count * part / 24)]
        {
          do throws(CrashReportError) {
            #expect(!(try CrashReportPage(reading: Array(piece)).text).isEmpty)
          } catch { #expect(!error.description.isEmpty && !error.description.contains("\n")) }
        }
      }
    }
  }

  @Test("Standard input and files of any name are read; what is in them is quoted with its line")
  func command() throws {
    let folder = TestFolder()
    let part = "Exception Type: EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD 0xdead10cc\n"
    let piped = try Command("explain", "-", input: part, in: folder)
    #expect(piped.exitCode == 0 && piped.output.contains("// R066: "), "\(piped.errors)")
    #expect(piped.output.contains("// line 2: RUNNINGBOARD 0xdead10cc"))
    try folder.file("what", holding: part)
    #expect(try Command("explain", "what", in: folder).output.contains("// R066: "))
    let empty = try Command("explain", "-", in: folder)
    #expect(empty.exitCode == 2 && empty.errors == "standard input: it is empty\n")
  }

  @Test(
    "Codes and categories are topics of `explain`, `rules` and `help`",
    arguments: [
      ("0x8badf00d", "R109"), ("0xDEAD10CC", "R066"), ("3735883980", "R066"), ("c00010ff", "R113"),
      ("0xbaadca11", "R141"), ("0xbaddd15c", "R113"), ("0xdeadfa11", "R081"), ("0xbad22222", ""),
      ("0xc51bad01", ""), ("0xc51bad02", ""), ("0xc51bad03", ""), ("0xbaaaaaad", ""),
      ("taskTimeout", "R092"), ("System pressure", "R074"), ("fileLock", "R066"),
      ("cumulativeMemoryResourceLimitExitCount", "R114"), ("illegalInstruction", ""),
    ])
  func topics(_ topic: String, _ rule: String) throws {
    let explained = try Command("explain", topic)
    #expect(explained.exitCode == 0)
    #expect(rule.isEmpty || explained.output.contains(rule), "\(explained)")
    #expect(try Command("help", topic).output == explained.output)
    let rules = try Command("rules", topic)
    #expect(rules.exitCode == 0 && rules.output.contains(rule.isEmpty ? "//" : rule))
    if topic == "0xbaaaaaad" { #expect(explained.output.contains("no kill")) }
  }

  @Test("An app is called as the process only where the language has no other use for the name")
  func names() throws {
    for name in ["Self", "Any", "Notes", "App", "Int"] {
      let report = "Process: \(name) [3]\nTermination Reason: RUNNINGBOARD 0xdead10cc\n"
      let page = try CrashReportPage(reading: Array(report.utf8)).text
      #expect(Script(SourceText(name: "page", page)).diagnostics.isEmpty, "\(page)")
      #expect(name != "Notes" || page.contains("app Notes {"))
    }
  }

  @Test("Huge files end in a sentence or a page, soon")
  func huge() throws {
    let line =
      "default\t10:00:00 runningboardd [app<org.example.a>:1] Acquiring assertion domain:x\n"
    let texts = [
      String(repeating: line, count: 100_000), String(repeating: "a", count: 4 << 20),
      "{\"processes\":[" + String(repeating: "{},", count: 200_000) + "{}]}",
      String(repeating: "{\"a\":", count: 100_000), String(repeating: "##[", count: 500_000),
    ]
    for text in texts {
      let time = ProcessorTime.least(of: 1) {
        do throws(CrashReportError) {
          _ = try CrashReportPage(reading: Array(text.utf8)).text
        } catch {
          #expect(error.description.utf8.count < 400)
        }
      }
      #expect(time < 20)
    }
  }
}
