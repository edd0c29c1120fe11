// What a scripted app asks while it runs, answered by acting on the device with the process's own
// identifier.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension ScriptedApp {
  /// What follows from a request.
  enum Reply {
    case value(ScriptValue)
    /// The machine stays paused, or is not needed any more.
    case leave(CodeProgress)
    /// The code failed while a host function called it.
    indirect case failed(RuntimeError)
  }

  /// Carries out what the app asks for.
  mutating func reply(
    to request: HostRequest, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> Reply {
    switch request {
    case .call(let number): return try call(number, in: process, on: &device)
    case .member(let handle, let name):
      return .value(try member(name, of: handle, in: process, on: device))
    case .callMember(let handle, let name):
      return .value(try callMember(name, of: handle, in: process, on: &device))
    case .callHandle(let handle):
      try complete(CompletionIdentifier(rawValue: handle.number), in: process, on: &device)
      return .value(.nil)
    case .setMember(let handle, let name)
    where handle.handleKind == .displayLink:
      guard let member = DisplayLinkMember(rawValue: machine.text(of: name)) else {
        throw missingMember(machine.text(of: name), of: handle)
      }
      let link = TimerIdentifier(rawValue: handle.number)
      try setMember(member, of: link, in: process, on: &device)
      return .value(.nil)
    case .setMember(_, let name):
      throw HostFunctionError(
        .immutableAssignment, "`\(machine.text(of: name))` cannot be set here")
    case .index(let handle):
      let place = try storagePlace(handle)
      let key = try storageKey()
      return .value(
        device.value(forKey: key, in: place, of: process.app).map { ScriptValue($0) } ?? .nil)
    case .setIndex(let handle):
      try store(in: try storagePlace(handle), of: process, on: &device)
      return .value(.nil)
    case .constant(let slot): return .value(try constant(slot))
    case .output:
      try write(machine.argumentText(0)) { device.tellHost(AppReport.output($0), in: process) }
      return .value(.nil)
    case .expectation, .beginWait, .continueWait:
      throw HostFunctionError(.wrongSide, "`expect` belongs to the outside, not to an app")
    }
  }

  // MARK: - Functions

  private mutating func call(
    _ number: Int, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> Reply {
    if let function = plan.host.function(number) {
      return try call(function, in: process, on: &device)
    }
    switch Vocabulary.words[number] {
    case .inside(let function):
      return try call(function, plan.program.host.functions[number], in: process, on: &device)
    case .service(let function):
      return .value(
        try call(function, plan.program.host.functions[number], in: process, on: &device))
    case .interface(let function):
      return try call(function, plan.program.host.functions[number], in: process, on: &device)
    case .window(let function):
      throw HostFunctionError(
        .wrongSide, "`\(function.rawValue)` belongs to the user and the system")
    case .system(let function):
      throw HostFunctionError(
        .wrongSide, "`\(function.rawValue)` belongs to the user and the system")
    case .neutral(.now): return .value(.span(device.now.spanSinceStart))
    case .neutral(.date): return .value(.string(device.date))
    case .outside(let function):
      throw HostFunctionError(
        .wrongSide, "`\(function.definition.plainName)` belongs to the user and the system")
    }
  }

  /// Carries out a call of a function of the embedder's.
  private mutating func call(
    _ function: ScriptHost.Function, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> Reply {
    let result = try withUnsafeMutablePointer(to: &self) {
      (app: UnsafeMutablePointer<ScriptedApp>) throws(HostFunctionError) in
      try withUnsafeMutablePointer(to: &device) {
        (device: UnsafeMutablePointer<Device>) throws(HostFunctionError) in
        try HostCall.run(function, for: .app(app, process, device))
      }
    }
    switch result {
    case .value(let value): return .value(value)
    case .ended(let error): return .failed(error)
    }
  }

  private mutating func call(
    _ function: InsideFunction, _ word: HostFunction, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(HostFunctionError) -> Reply {
    try requireRoom(for: function, of: process.app, on: device)
    switch function {
    case .beginBackgroundTask:
      return .value(try beginBackgroundTask(word, in: process, on: &device))
    case .endBackgroundTask:
      try endBackgroundTask(word, in: process, on: &device)
      return .value(.nil)
    case .after, .every:
      return .value(
        try schedule(word, repeats: function == .every, in: process, on: &device))
    case .work: return .leave(.working(try machine.span(0, of: word)))
    case .perform: return .value(try perform(word, in: process, on: &device))
    case .download: return .value(try download(word, in: process, on: &device))
    case .log:
      let text = (0..<machine.argumentCount).map { machine.argumentText($0) }
      try write(text.joined(separator: " ")) { device.log($0, in: process) }
      return .value(.nil)
    case .fatalError:
      let message = machine.hasArgument(0) ? machine.argumentText(0) : "fatalError"
      throw HostFunctionError(.fatalError, String(message.unicodeScalars.prefix(1000)))
    case .exit:
      guard machine.hasArgument(0) else { return .leave(.exited(0)) }
      return .leave(
        .exited(
          try machine.argument(0, of: word, "an Int") {
            if case .integer(let code) = $0 { Int(exactly: code) } else { nil }
          }))
    }
  }

  /// What a process has begun and not ended is bounded.
  private func requireRoom(
    for function: InsideFunction, of app: AppIdentifier, on device: Device
  ) throws(HostFunctionError) {
    switch function {
    case .after, .every, .perform, .download, .beginBackgroundTask:
      let limit = plan.limits.device.pendingWork
      guard device.pendingWorkCount(of: app) < limit else {
        throw HostFunctionError(
          .heapLimit,
          "the process has \(limit) timers, background tasks and background works at once, the "
            + "limit `pendingWork`")
      }
    default: return
    }
  }

  // MARK: - Background tasks

  private mutating func beginBackgroundTask(
    _ word: HostFunction, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    // `beginBackgroundTask { … }` binds its closure to the last parameter, the handler.
    let name = machine.hasArgument(0) ? try machine.name(0, of: word) : "task"
    let expiration = machine.hasArgument(1) ? try machine.function(1, of: word) : nil
    let task = device.beginBackgroundTask(
      name: name, expiration: expiration.map { CallbackIdentifier($0.number) }, in: process)
    guard task != .invalid else {
      if let expiration { machine.release(expiration) }
      return .symbol("invalid")
    }
    return .handle(HandleKind.backgroundTask.handle(task.rawValue))
  }

  private mutating func endBackgroundTask(
    _ word: HostFunction, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) {
    let task = try machine.argument(0, of: word, "a background task or `.invalid`") {
      (value: ScriptValue) -> BackgroundTaskIdentifier? in
      switch value {
      case .symbol("invalid"): .invalid
      case .handle(let handle) where handle.handleKind == .backgroundTask:
        BackgroundTaskIdentifier(rawValue: handle.number)
      default: nil
      }
    }
    release(device.endBackgroundTask(task, in: process))
  }

  // MARK: - Timers and background work

  private mutating func schedule(
    _ word: HostFunction, repeats: Bool, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    let span = try machine.span(0, of: word)
    let action = try machine.function(1, of: word)
    do {
      let timer = try device.scheduleTimer(
        after: span, every: repeats ? span : nil, callback: CallbackIdentifier(action.number),
        in: process)
      return .handle(HandleKind.timer.handle(timer.rawValue))
    } catch {
      machine.release(action)
      throw HostFunctionError(error)
    }
  }

  private mutating func perform(
    _ word: HostFunction, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    let span = try machine.span(0, of: word)
    let share =
      machine.hasArgument(1)
      ? try machine.argument(1, of: word, "a number from 0 to 1") {
        (value: ScriptValue) -> Double? in
        switch value {
        case .double(let share) where (0...1).contains(share): share
        case .integer(let share) where (0...1).contains(share): Double(share)
        default: nil
        }
      } : 1
    return try begin(.perform(cpu: share), for: span, word, closure: 2, in: process, on: &device)
  }

  private mutating func download(
    _ word: HostFunction, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    let url = try machine.name(0, of: word)
    let span = try machine.span(1, of: word)
    if machine.hasArgument(2) {
      return try transfer(url, for: span, word, in: process, on: &device)
    }
    return try begin(.download(url: url), for: span, word, closure: 3, in: process, on: &device)
  }

  private mutating func begin(
    _ kind: BackgroundWorkKind, for span: TimeSpan, _ word: HostFunction, closure: Int,
    in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    let function = try machine.function(closure, of: word)
    do {
      let work = try device.beginBackgroundWork(
        kind, for: span, callback: CallbackIdentifier(function.number), in: process)
      return .handle(HandleKind.backgroundWork.handle(work.rawValue))
    } catch {
      machine.release(function)
      throw HostFunctionError(error)
    }
  }

  mutating func release(_ callback: CallbackIdentifier?) {
    if let callback { machine.release(FunctionReference(number: callback.number)) }
  }

  // MARK: - Storage

  private func storagePlace(
    _ handle: RehearsalValues.Handle
  ) throws(HostFunctionError) -> StoragePlace {
    guard let place = handle.handleKind?.storagePlace else {
      throw HostFunctionError(.typeMismatch, "only storage is read by key")
    }
    return place
  }

  private mutating func storageKey() throws(HostFunctionError) -> String {
    try machine.storageKey()
  }

  private mutating func store(
    in place: StoragePlace, of process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) {
    let key = try storageKey()
    let value = try machine.plainArgument(1, forKey: key)
    // Removing a key moves those behind it.
    if value == nil { machine.charge(device.keyCount(in: place, of: process.app) / 8) }
    do {
      try device.setValue(value, forKey: key, in: place, of: process.app)
    } catch { throw HostFunctionError(error) }
  }

  // MARK: - Constants and output

  private func constant(_ slot: Int) throws(HostFunctionError) -> ScriptValue {
    let name =
      plan.app.globalTable.names.indices.contains(slot) ? plan.app.globalTable.names[slot] : ""
    guard plan.constants.indices.contains(slot) else {
      throw HostFunctionError(
        .uninitializedVariable,
        "the constant `\(name)` has no value yet: the file's statements have not come to it")
    }
    let value = plan.constants[slot]
    guard value.functions.isEmpty else {
      throw HostFunctionError(
        .notPlainData,
        "the constant `\(name)` holds a function of the outside; declare it with `func`")
    }
    return value
  }

  /// Writes a line somewhere, within what a process may write.
  private mutating func write(
    _ text: String, to sink: (String) -> Void
  ) throws(HostFunctionError) {
    writtenBytes += text.utf8.count + 1
    guard writtenBytes <= plan.limits.outputBytes else {
      throw HostFunctionError.outputLimit(plan.limits.outputBytes)
    }
    sink(text)
  }
}

extension HostFunctionError {
  /// A thing has no member of that name.
  static func missingMember(
    _ name: String, of handle: RehearsalValues.Handle
  ) -> HostFunctionError {
    let kind = handle.handleKind?.definition
    let known = kind?.members.map(\.name) ?? []
    let meant = Suggestion.closest(to: name, among: known)
    let hint = meant.map { "; did you mean `\($0.word)`?" } ?? ""
    return HostFunctionError(
      .missingMember, "\(kind?.name ?? "this") has no member `\(name)`" + hint)
  }

  /// A run has written as much as it may.
  static func outputLimit(_ bytes: Int) -> HostFunctionError {
    HostFunctionError(.outputLimit, "more than \(bytes) bytes were written, the limit `output`")
  }
}

extension Machine {
  /// Reads the key of a storage place.
  mutating func storageKey() throws(HostFunctionError) -> String {
    switch argument(0) {
    case .string(let key): return key
    case let other:
      for reference in other?.functions ?? [] { release(reference) }
      throw HostFunctionError(
        .invalidKey, "storage has keys of type String, not \(argumentText(0))")
    }
  }

  /// Reads a value that is to be kept; nil to remove the key.
  mutating func plainArgument(
    _ position: Int, forKey key: String
  ) throws(HostFunctionError) -> PlainValue? {
    guard let value = argument(position), value != .nil else { return nil }
    for reference in value.functions { release(reference) }
    guard let plain = PlainValue(value) else {
      throw HostFunctionError(
        .notPlainData,
        "\(argumentText(position)) cannot be kept under \"\(key)\": storage holds plain data only, "
          + "no functions, handles or ranges")
    }
    return plain
  }
}
