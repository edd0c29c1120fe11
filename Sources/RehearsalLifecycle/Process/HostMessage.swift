// What app code tells whoever runs the simulation, beside the trace: printed lines, reports of a
// failure with more in it than a record holds. The device only keeps them in order until they are
// taken; it never looks inside.

/// Something that app code told the host of the simulation.
package struct HostMessage: Sendable {
  /// The process whose code it was.
  package let process: ProcessIdentifier
  /// When it was told.
  package let time: VirtualTime
  /// The index that the next record had then, which places it among the records.
  package let recordIndex: Int
  /// What was told; a type of the host's own.
  package let content: any Sendable
}

extension Device {
  /// Keeps something for the host until `Simulation.takeHostMessages()`.
  package mutating func tellHost(_ content: any Sendable, in id: ProcessIdentifier) {
    hostMessages.append(
      HostMessage(process: id, time: now, recordIndex: trace.endIndex, content: content))
  }
}
