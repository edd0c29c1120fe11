// The sessions and texts that another language holds. A handle is a number that is looked up: one
// that was never given, or whose session is gone, finds nothing, and one whose session is in use is
// refused, so that no two threads are ever in one session. Pointers are given out for texts only.

import Synchronization

/// The sessions that callers hold by handles.
///
/// A handle is the position of its slot, counted from 1, below the slot's generation, which differs
/// for each session that the slot has held.
final class SessionTable: Sendable {
  private struct Slot {
    var generation: UInt32 = 1
    var session: ForeignSession?
    var isBusy = false
  }

  private struct State {
    var slots: [Slot] = []
    /// The positions of slots that hold no session.
    var free: [Int] = []
  }

  private let state = Mutex(State())

  /// How many sessions there may be at once.
  private static let capacity = 1 << 20

  /// How many calls may be inside one another, by host functions that use other sessions: each takes
  /// of the stack of its thread.
  private static let nesting = 16

  /// The calls that this one is inside of.
  @TaskLocal private static var depth = 0

  /// Makes a session; 0 where there are too many.
  func create() -> UInt64 {
    state.withLock { state in
      if state.free.isEmpty {
        guard state.slots.count < Self.capacity else { return 0 }
        state.free.append(state.slots.count)
        state.slots.append(Slot())
      }
      let position = state.free.removeLast()
      state.slots[position].session = ForeignSession()
      return UInt64(state.slots[position].generation) << 32 | UInt64(position + 1)
    }
  }

  /// Frees the session of a handle.
  ///
  /// - Throws: `ForeignError` for a handle that has no session, and while a call of it is under way.
  func destroy(_ handle: UInt64) throws(ForeignError) {
    let position = try begin(handle).position
    state.withLock { state in
      state.slots[position].session = nil
      state.slots[position].isBusy = false
      // A slot whose generations are used up is not used again.
      guard state.slots[position].generation < .max else { return }
      state.slots[position].generation += 1
      state.free.append(position)
    }
  }

  /// Stops what runs in the session of a handle, while a call of it is under way; whether there was
  /// anything.
  func cancel(_ handle: UInt64) -> Bool {
    let session: ForeignSession? = state.withLock { state in
      let position = Int(handle & 0xFFFF_FFFF) - 1
      guard state.slots.indices.contains(position) else { return nil }
      let slot = state.slots[position]
      return slot.generation == UInt32(handle >> 32) && slot.isBusy ? slot.session : nil
    }
    return session?.running.cancel() ?? false
  }

  /// Does something with the session of a handle, which nobody else uses meanwhile.
  ///
  /// - Throws: `ForeignError` for a handle that has no session, and while another call of it is
  ///   under way; what the body throws.
  func use<Result>(_ handle: UInt64, _ body: (ForeignSession) throws -> Result) throws -> Result {
    guard Self.depth < Self.nesting else {
      throw ForeignError("host functions use sessions more than \(Self.nesting) deep")
    }
    let (position, session) = try begin(handle)
    defer { state.withLock { $0.slots[position].isBusy = false } }
    return try Self.$depth.withValue(Self.depth + 1) { try body(session) }
  }

  /// Finds the session of a handle, and marks it as in use.
  private func begin(
    _ handle: UInt64
  ) throws(ForeignError) -> (position: Int, session: ForeignSession) {
    let found: Swift.Result<(position: Int, session: ForeignSession), ForeignError> =
      state.withLock { state in
        let position = Int(handle & 0xFFFF_FFFF) - 1
        guard state.slots.indices.contains(position) else {
          return .failure(
            ForeignError(handle == 0 ? "the session is 0" : "there is no such session"))
        }
        let generation = UInt32(handle >> 32)
        let slot = state.slots[position]
        guard slot.generation == generation, let session = slot.session else {
          let isGone = generation > 0 && generation <= slot.generation
          return .failure(
            ForeignError(isGone ? "the session was destroyed" : "there is no such session"))
        }
        guard !slot.isBusy else {
          return .failure(
            ForeignError(
              "the session is in use: another call of it, on this thread or another, has not "
                + "returned"))
        }
        state.slots[position].isBusy = true
        return .success((position, session))
      }
    return try found.get()
  }
}

/// The texts that callers hold, each until it is given back.
final class TextTable: Sendable {
  /// By address, with the number of bytes.
  private let texts = Mutex<[UInt: Int]>([:])

  /// A text that ends with a zero byte.
  func make(_ text: String) -> UnsafeMutablePointer<CChar> { make(Array(text.utf8)) }

  /// A text of these bytes, which ends with a zero byte.
  func make(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    UnsafeMutableRawBufferPointer(start: text, count: bytes.count).copyBytes(from: bytes)
    text[bytes.count] = 0
    texts.withLock { $0[UInt(bitPattern: text)] = bytes.count }
    return text
  }

  /// The bytes of a text that was made here, which is freed; nil for what is none, or no more.
  @discardableResult
  func take(_ text: UnsafeMutablePointer<CChar>) -> [UInt8]? {
    let count = texts.withLock { $0.removeValue(forKey: UInt(bitPattern: text)) }
    guard let count else { return nil }
    defer { text.deallocate() }
    return Array(UnsafeRawBufferPointer(start: text, count: count))
  }
}
