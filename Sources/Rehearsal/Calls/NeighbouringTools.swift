// Words that people bring from test frameworks and from UIKit and for which scripts have no single
// word: what to write here, as the second half of a sentence.

/// What is said about words of neighbouring tools.
enum NeighbouringTools {
  /// The advice by word.
  static let advice: [String: String] = {
    var advice: [String: String] = [:]
    for (words, text) in rows { for word in words { advice[word] = text } }
    return advice
  }()

  private static let rows: [(words: [String], advice: String)] = [
    (
      ["assert", "precondition", "XCTAssert", "XCTAssertTrue", "check", "verify", "require"],
      "`expect condition` checks"
    ),
    (["XCTAssertFalse"], "`expect !condition` checks"),
    (["XCTAssertEqual", "assertEquals"], "`expect a == b` checks"),
    (["XCTAssertNotEqual"], "`expect a != b` checks"),
    (["XCTAssertNil"], "`expect a == nil` checks"),
    (["XCTAssertNotNil", "XCTUnwrap"], "`expect a != nil` checks"),
    (["XCTAssertGreaterThan"], "`expect a > b` checks"),
    (["XCTAssertGreaterThanOrEqual"], "`expect a >= b` checks"),
    (["XCTAssertLessThan"], "`expect a < b` checks"),
    (["XCTAssertLessThanOrEqual"], "`expect a <= b` checks"),
    (["XCTAssertThrowsError"], "`expect crash(app) { … }` expects a crash"),
    (["XCTFail", "fail"], "`expect false, \"why\"` fails"),
    (
      ["XCTestExpectation", "expectation", "waitForExpectations", "eventually"],
      "`expect condition within 5s` waits"
    ),
    (["test", "it", "describe", "context"], "a test is `scenario \"title\" { … }`"),
    (
      ["setUp", "beforeEach"],
      "`setup { … }` at the top of the file runs first in each of its scenarios, on a fresh device"
    ),
    (
      ["tearDown", "afterEach"],
      "nothing has to be cleared up, for each scenario has a fresh device"
    ),
    (
      ["DispatchQueue", "OperationQueue"],
      "in an app `after(5s) { … }` runs something later, and `perform(2s) { … }` beside the main "
        + "thread"
    ),
    (["Timer"], "in an app `every(1s) { … }` makes a timer"),
    (["Thread", "usleep"], "outside `advance 5s` lets time pass, in an app `work(5s)` is busy"),
    (["UserDefaults"], "in an app `preferences[\"key\"]` is what the system keeps"),
    (["FileManager"], "in an app `disk[\"key\"]` is a file"),
    (
      ["NotificationCenter"],
      "`on notification(.didBecomeActive, info) { … }` in an app hears what is posted"
    ),
    (["UNUserNotificationCenter"], "`requestPermission(.notifications) { granted in … }` asks"),
    (["URLSession"], "`download(\"url\", takes: 5s) { … }` loads something"),
    (
      ["BGTaskScheduler"],
      "`registerBackgroundTask(\"id\")` and `submitBackgroundTask(\"id\")` ask it"
    ),
    (["UIApplication"], "an app's own code calls it `application`"),
    (["UIDevice", "XCUIDevice"], "outside it is `device`"),
    (["XCUIApplication"], "an app is `app Name { … }`, and outside its name is it"),
    (["Date", "CFAbsoluteTimeGetCurrent"], "`now` is the virtual time, `date` the wall clock"),
  ]
}
