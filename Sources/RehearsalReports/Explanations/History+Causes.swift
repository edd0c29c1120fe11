// The chains of causes in a history: from a record to what led to it, down to its root.

import RehearsalLifecycle

extension History {
  /// The last record about an app, or about the whole device, that fulfils a condition.
  ///
  /// - Complexity: O(n log n) in the number of records looked at
  func lastRecord(of app: AppIdentifier, where condition: (Record) -> Bool) -> Record? {
    var index = endIndex
    while index > firstIndex {
      index -= 1
      guard let record = self[index], record.app == app || record.app == nil else { continue }
      if condition(record) { return record }
    }
    return nil
  }

  /// The records that led to a record and are kept, from the nearest to the first.
  func causes(of record: Record) -> [Record] {
    var causes: [Record] = []
    var link = record
    while let cause = link.cause, cause < link.index, let earlier = self[cause] {
      causes.append(earlier)
      link = earlier
    }
    return causes
  }

  /// The first of the records that led to a record, or itself.
  func root(of record: Record) -> Record { causes(of: record).last ?? record }
}
