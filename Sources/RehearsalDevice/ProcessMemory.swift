// What a native process holds in memory, inspected before it ends, so that afterwards what is still
// there can be named. On a device the memory of a process goes with it; in a test the next process of
// the app is code of the same program, and a global or an object that something outside captured
// brings into it what no relaunched app would find. Objects are held weakly: looking keeps nothing.

import RehearsalLifecycle

/// The objects that the living process of a native app holds, see `Simulation.memory(of:)`.
///
/// Seen are the instances of classes that can be reached from the delegates by stored properties,
/// elements and associated values, as `Mirror` shows them. Not seen is what only a closure captures,
/// what a task waits with, what is in memory that is not Swift's, and a global that no property leads
/// to; but an object of the process that such a global or closure holds is seen to be still there.
public struct ProcessMemory {
  /// An object that outlived its process.
  public struct Survivor: Hashable, Sendable, CustomStringConvertible {
    /// The name of its class.
    public let type: String
    /// The properties that led to it, from the delegate on.
    public let path: String
    /// Where the app's next process has it, if it does: what is shared decides how that one continues.
    public let nextPath: String?

    /// The class and the path, and its outcome.
    public var description: String {
      let next = nextPath.map { path == $0 ? ", and the next process has it" : ", now \($0)" }
      return "\(type) at \(path)\(next ?? "")"
    }
  }

  private let app: AppIdentifier
  /// Which life of the app it is.
  private let incarnation: Int
  private let objects: [ReachableObject]
  /// The clock of the process, which knows whether tasks were ended while they waited.
  private let clock: VirtualClock?

  init(of app: AppIdentifier, in incarnation: Int, code: any InspectableCode) {
    self.app = app
    self.incarnation = incarnation
    clock = code.taskClock
    objects = ReachableObject.all(from: code.roots)
  }

  /// How many objects are looked after.
  public var count: Int { objects.count }

  /// Whether the process has ended.
  package func hasEnded(on simulation: Simulation) -> Bool {
    simulation.code(of: app) == nil || simulation.device.incarnations(of: app) != incarnation
  }

  /// What is still there; to be asked once the process has ended.
  ///
  /// Of objects of which one holds the other the first that the delegate led to is named. A task that
  /// waited when its process ended never runs again, and so gives nothing back: of a process with
  /// such tasks only that is a survivor for certain, and returned, which the app's next process has.
  ///
  /// - Parameter simulation: The device, where the process has ended.
  /// - Returns: The objects, in the order in which the delegate led to them; none while the process
  ///   lives.
  /// - Complexity: O(*n*) in the objects of both processes
  public func survivors(on simulation: Simulation) -> [Survivor] {
    hasEnded(on: simulation) ? survivors(beside: simulation) : []
  }

  /// What is still there while another process of the app lives, be it on another device.
  ///
  /// - Complexity: O(*n*) in the objects of both processes
  package func survivors(beside simulation: Simulation) -> [Survivor] {
    var nextPaths: [ObjectIdentifier: String] = [:]
    for object in simulation.memory(of: app)?.objects ?? [] {
      if let identifier = object.identifier { nextPaths[identifier] = object.path }
    }
    let isCertain = clock?.hasAbandonedTasks != true
    var isNamed: [Bool] = []
    var survivors: [Survivor] = []
    for object in objects {
      let nextPath = object.identifier.flatMap { nextPaths[$0] }
      let isSurvivor = object.identifier != nil && (isCertain || nextPath != nil)
      let isBelow = object.holder.map { isNamed[$0] } ?? false
      isNamed.append(isSurvivor || isBelow)
      if isSurvivor, !isBelow {
        survivors.append(Survivor(type: object.type, path: object.path, nextPath: nextPath))
      }
    }
    return survivors
  }
}

/// An object that was found, held weakly.
private struct ReachableObject {
  /// Refers to the object as long as it is there.
  private weak var object: AnyObject?
  let type: String
  let path: String
  /// The position of the object that led to it; nil for one that a delegate of value type did.
  let holder: Int?

  var identifier: ObjectIdentifier? { object.map { ObjectIdentifier($0) } }

  /// Something that is yet to be looked into.
  private struct Place {
    let value: Any
    let path: String
    let holder: Int?
  }

  /// Every object that values lead to, the nearest first, each once.
  static func all(from roots: [(path: String, value: Any)]) -> [ReachableObject] {
    var places = roots.map { Place(value: $0.value, path: $0.path, holder: nil) }
    var (objects, seen): ([ReachableObject], Set<ObjectIdentifier>) = ([], [])
    var position = 0
    while position < places.count, position < mostPlaces {
      let place = places[position]
      position += 1
      var holder = place.holder
      if Swift.type(of: place.value) is AnyClass {
        let object = place.value as AnyObject
        guard !isOfTheSimulator(object), seen.insert(ObjectIdentifier(object)).inserted else {
          continue
        }
        holder = objects.count
        objects.append(
          ReachableObject(
            object: object, type: "\(Swift.type(of: object))", path: place.path,
            holder: place.holder))
      }
      places += parts(of: place.value, at: place.path).map {
        Place(value: $0.value, path: $0.path, holder: holder)
      }
    }
    return objects
  }

  /// The bound on what is looked into, for structures of data that are as good as endless.
  private static let mostPlaces = 1_000_000

  /// What a value consists of, an optional and its value being one.
  private static func parts(of value: Any, at path: String) -> [(path: String, value: Any)] {
    var parts: [(path: String, value: Any)] = []
    var mirror: Mirror? = Mirror(reflecting: value)
    while let level = mirror {
      for (index, child) in level.children.enumerated() {
        let label: String =
          switch level.displayStyle {
          case .optional: ""
          case .collection, .set, .dictionary: "[\(index)]"
          default: "." + (child.label ?? "\(index)")
          }
        parts.append((path + label, child.value))
      }
      mirror = level.superclassMirror
    }
    return parts
  }

  /// Whether the object belongs to the simulated platform, whose life is not the app's.
  private static func isOfTheSimulator(_ object: AnyObject) -> Bool {
    object is MainActorApplication || object is VirtualClock
  }
}

/// Native code whose delegates can be inspected as they are.
protocol InspectableCode: AppCode {
  /// The delegates, with what a path to something in them begins with.
  var roots: [(path: String, value: Any)] { get }

  /// The clock of the tasks of the process; nil where it has begun none.
  var taskClock: VirtualClock? { get }
}

/// What stands for a delegate that it hosts.
protocol DelegateHost {
  /// The delegate; nil before it was made.
  var hostedDelegate: AnyObject? { get }
}

extension Simulation {
  /// What the living process of a native app holds in memory, to be asked after its end what of it is
  /// still there; nil without a process, and for an app of a script, whose memory cannot outlive it.
  ///
  ///     let memory = device.memory(of: notes)
  ///     try device.apply(.purge(notes))
  ///     print(memory?.survivors(on: device) ?? [])
  ///
  /// While a copy of the simulation lives, so do the processes in it.
  ///
  /// - Complexity: O(*n*) in what the process holds
  public func memory(of app: AppIdentifier) -> ProcessMemory? {
    guard let code = code(of: app) as? any InspectableCode else { return nil }
    return ProcessMemory(of: app, in: device.incarnations(of: app), code: code)
  }
}
