// What code does and reads, as far as it matters to code that may only look: found while names are
// resolved, function by function.

import RehearsalInterface
import RehearsalSyntax

/// What functions and parts of explorations do.
final class CodeEffects {
  /// Some code: a function, or a part of an exploration.
  enum Code: Hashable {
    /// A declared function, by its index in the compilation.
    case declared(Int)
    /// A function inside another one, by its number among the locals, and the script that it is in.
    case local(Int, script: Int)
    /// A part of an exploration, by its number.
    case part(Int)
  }

  /// Something that code does.
  enum Effect {
    /// It changes a variable of the outside.
    case changes(String)
    /// It asks the host for a function, by its number.
    case callsHost(Int)
    case readsMember(String)
    /// It calls a function, or makes a value of it.
    case refers(Code)
  }

  private var effects: [Code: [(effect: Effect, place: SourceRange)]] = [:]
  /// The code under way.
  private(set) var current: Code?
  private var partCount = 0

  /// A further part of an exploration.
  func newPart() -> Code {
    partCount += 1
    return .part(partCount)
  }

  /// Notes what happens in `body` for some code.
  func enter(_ code: Code, _ body: () -> Void) {
    let outer = current
    current = code
    body()
    current = outer
  }

  /// Notes what the code under way does.
  func note(_ effect: Effect, at place: SourceRange) { note(effect, at: place, of: current) }

  /// Notes what some code does; nil for code that nobody asks about.
  func note(_ effect: Effect, at place: SourceRange, of code: Code?) {
    guard let code else { return }
    effects[code, default: []].append((effect, place))
  }

  /// What code does, itself and through what it refers to; each code once.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - isHidden: Whether what code does is said of the place that refers to it: the host's own words.
  ///   - visit: Gets each effect with its place.
  func forEach(
    from code: Code, isHidden: (Code) -> Bool, _ visit: (Effect, SourceRange) -> Void
  ) {
    var met: Set<Code> = [code]
    var open: [(code: Code, place: SourceRange?)] = [(code, nil)]
    while let next = open.popLast() {
      for (effect, own) in effects[next.code] ?? [] {
        let place = isHidden(next.code) ? next.place ?? own : own
        if case .refers(let callee) = effect {
          if met.insert(callee).inserted { open.append((callee, place)) }
        } else {
          visit(effect, place)
        }
      }
    }
  }
}
