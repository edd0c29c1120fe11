// What a report of JUnit's holds of the computer that wrote it: when a suite began, and how long it took.

extension String {
  /// A report without the times of this computer, to compare with that of another run.
  package var withoutReportTimes: String {
    replacing(#/ time(stamp)?="[^"]*"/#, with: "")
  }
}
