// The catalogue of the machine's operations: the one place that says what each does, which
// operands it has and what must hold. Compiler, loop, verifier and listing follow it.
//
// An instruction is 8 bytes: the operation and three operands `a`, `b`, `c` of 16 bits. `R[x]` is
// register x of the running function's window. `bc` is the 32-bit number made of `b` (low half)
// and `c` (high half); jumps count instructions from the one after the jump. Operands that the
// sentence does not name are 0.

/// What an instruction does.
@frozen @usableFromInline package enum Operation: UInt16, CaseIterable, Sendable {
  // MARK: Moving values

  /// `R[a] = R[b]`
  case move
  /// `R[a] = R[b]`, and a list or map in it is marked shared: it gets a second holder.
  case share
  /// `R[a] = nil`
  case loadNil
  /// `R[a] = b != 0`
  case loadBool
  /// `R[a] = Int(signed bc)`
  case loadInteger
  /// `R[a] = constants[bc]`
  case loadConstant
  /// `R[a] = symbol bc`
  case loadSymbol
  /// `R[a] = function bc`, a function without captures.
  case loadFunction
  /// `R[a] = handles[bc]` of the program.
  case loadHandle
  /// `R[a] = absent`: an argument that was left out. No other instruction reads an absent value.
  case loadAbsent
  /// `R[a] = globals[bc]`; an error, or in a unit a request to the host, where it is absent.
  case loadGlobal
  /// `R[a] = globals[bc]`, absent where it has no value.
  case peekGlobal
  /// The same as `loadGlobal`, for a change of R[a]: a shared list or map is replaced by a copy in the
  /// variable.
  case openGlobal
  /// `globals[bc] = R[a]`
  case storeGlobal
  /// `R[a] = a new cell that holds R[a]`: the variable is captured and can change.
  case makeCell
  /// `R[a] = content of the cell R[b]`
  case loadCell
  /// The same, for a change of R[a]: a shared list or map is replaced by a copy in the cell.
  case openCell
  /// `content of the cell R[a] = R[b]`
  case storeCell
  /// `R[a] = capture b` of the running closure, as it is (a value, or a cell).
  case loadCapture
  /// `R[a] = a closure of function bc`; as many `capture` words follow as the function captures.
  case makeClosure
  /// Not executed: part of `makeClosure`. The capture is `R[b]` where `a` is 0, else capture `b`.
  case capture

  // MARK: Arithmetic

  /// `R[a] = R[b] + R[c]`
  case add
  /// `R[a] = R[b] - R[c]`
  case subtract
  /// `R[a] = R[b] * R[c]`
  case multiply
  /// `R[a] = R[b] / R[c]`
  case divide
  /// `R[a] = R[b] % R[c]`
  case remainder
  /// `R[a] = R[b] % Int c`; `c` is not 0.
  case remainderImmediate
  /// `R[a] = R[b] + Int(signed c)`
  case addImmediate
  /// `R[a] = -R[b]`
  case negate
  /// `R[a] = !R[b]`; an error where it is no Bool.
  case not
  /// `R[a] = R[b] == R[c]`
  case equal
  /// `R[a] = R[b] != R[c]`
  case notEqual
  /// `R[a] = R[b] < R[c]`
  case less
  /// `R[a] = R[b] <= R[c]`
  case lessOrEqual
  /// `R[a] = the strings of R[b] ..< R[b + c], one after the other`
  case interpolate

  // MARK: Jumping

  /// Jump by signed bc.
  case jump
  /// Jump by signed bc where R[a] is true; an error where it is no Bool.
  case jumpIfTrue
  /// Jump by signed bc where R[a] is false; an error where it is no Bool.
  case jumpIfFalse
  /// Jump by signed bc where R[a] is nil.
  case jumpIfNil
  /// Jump by signed bc where R[a] is not nil.
  case jumpIfNotNil
  /// Jump by signed bc where R[a] is not absent.
  case jumpIfPresent
  /// Jump by signed bc where R[a] is a handle: a path through it has nothing to write back.
  case jumpIfHandle
  /// Jump by signed bc where R[a] is no handle: what it holds is changed where it is.
  case jumpIfNotHandle
  /// Jump by signed c where R[a] < R[b].
  case jumpIfLess
  /// Jump by signed c where not R[a] < R[b].
  case jumpIfNotLess
  /// Jump by signed c where R[a] <= R[b].
  case jumpIfLessOrEqual
  /// Jump by signed c where not R[a] <= R[b].
  case jumpIfNotLessOrEqual
  /// Jump by signed c where R[a] == R[b].
  case jumpIfEqual
  /// Jump by signed c where R[a] != R[b].
  case jumpIfNotEqual
  /// Jump by signed c where R[a] < Int(signed b).
  case jumpIfLessImmediate
  /// Jump by signed c where not R[a] < Int(signed b).
  case jumpIfNotLessImmediate
  /// Jump by signed c where R[a] <= Int(signed b).
  case jumpIfLessOrEqualImmediate
  /// Jump by signed c where not R[a] <= Int(signed b).
  case jumpIfNotLessOrEqualImmediate
  /// Jump by signed c where R[a] > Int(signed b).
  case jumpIfGreaterImmediate
  /// Jump by signed c where not R[a] > Int(signed b).
  case jumpIfNotGreaterImmediate
  /// Jump by signed c where R[a] >= Int(signed b).
  case jumpIfGreaterOrEqualImmediate
  /// Jump by signed c where not R[a] >= Int(signed b).
  case jumpIfNotGreaterOrEqualImmediate
  /// Jump by signed c where R[a] == Int(signed b).
  case jumpIfEqualImmediate
  /// Jump by signed c where R[a] != Int(signed b).
  case jumpIfNotEqualImmediate

  // MARK: Loops

  /// Begin of `for` over a literal range: R[a] and R[a + 1] are its Int bounds, an error otherwise;
  /// R[a + 1] becomes the last Int where `b` is 0 (half-open). Where there is none, jump by signed
  /// c; else R[a + 2] = R[a].
  case beginRangeLoop
  /// Next turn: where R[a] < R[a + 1], R[a] += 1, R[a + 2] = R[a] and jump by signed bc.
  case nextRangeTurn
  /// Begin of `for` over R[b], which is marked shared: R[a] is the sequence, R[a + 1] the position.
  case beginLoop
  /// Next turn of the loop R[a], R[a + 1]: R[b] is the next element, marked shared (of a map an
  /// entry), and jump by signed c; at the end, continue.
  case nextTurn
  /// Next turn of the loop R[a], R[a + 1] over a map: R[b] is the next key, R[b + 1] its value,
  /// marked shared, and jump by signed c; at the end, continue. An error where the sequence is no map.
  case nextPairTurn

  // MARK: Calling

  /// Calls function b, whose arguments are R[a + 1]…, one for each of its parameters, absent ones
  /// included; R[c] is the result. The window of the callee begins at R[a + 1].
  case callFunction
  /// Calls the function value R[a] with the `b` arguments R[a + 1]…; R[c] is the result.
  case call
  /// Calls member `b` (a member name of the program) of R[a] with the `c` arguments R[a + 1]…;
  /// R[a] is the result. One `cache` word follows.
  case callMember
  /// The same, for a member that changes its receiver: R[a + 1] is the receiver thereafter.
  /// Needs at least two registers from R[a]. One `cache` word follows.
  case callMutatingMember
  /// Calls library function `b` with the `c` arguments R[a + 1]…; R[a] is the result. `print` gives
  /// the host its line in R[a]. The library's are followed by the host's functions with a body.
  case callLibrary
  /// Asks the host for its function `b` with the `c` arguments R[a + 1]…, absent ones included;
  /// R[a] is the answer.
  case callHost
  /// Returns R[a].
  case returnValue
  /// Returns R[a]; a list or map in it is marked shared, for the caller of this function holds it.
  case returnShared
  /// Returns nil.
  case returnNil

  // MARK: Collections

  /// `R[a] = the list of R[b] ..< R[b + c]`
  case makeList
  /// `R[a] = the map of the c pairs of key and value from R[b] on`
  case makeMap
  /// `R[a] = R[b] ..< R[c]`
  case makeHalfOpenRange
  /// `R[a] = R[b] ... R[c]`
  case makeClosedRange
  /// `R[a] = R[b][R[c]]`
  case getIndex
  /// The same, and a list or map that was read is marked shared.
  case getIndexShared
  /// `R[a] = R[b][Int c]`
  case getIndexImmediate
  /// `R[a] = R[b][constants[c]]`, a String. One `cache` word follows.
  case getKey
  /// `R[a][R[b]] = R[c]`; a shared list or map in R[a] is copied first.
  case setIndex
  /// `R[a][constants[b]] = R[c]`, a String; a shared map in R[a] is copied first. One `cache` word
  /// follows.
  case setKey
  /// `R[a] = R[b][R[c]]`, for a change of R[a]: a shared list or map in R[b] is copied first, and one
  /// that is read is replaced by a copy in place.
  case openIndex
  /// `R[a] = R[b][R[c] ..< R[c + 1]]`; an absent bound is the end of that side.
  case slice
  /// `R[a] = R[b][R[c] ... R[c + 1]]`; an absent bound is the end of that side.
  case sliceClosed
  /// `R[a] = R[b].member c`, a member name of the program. One `cache` word follows.
  case getMember
  /// `R[a].member b = R[c]`; a shared map in R[a] is copied first. One `cache` word follows.
  case setMember
  /// `R[a] = R[b].member c`, for a change of R[a], as `openIndex` is for an element. One `cache` word
  /// follows.
  case openMember
  /// Appends R[b] to the list R[a], which is copied first where it is shared. Where `c` is 1, a
  /// list or map in R[b] is marked shared, for a variable holds it.
  case append
  /// An error where R[a] is no handle: what else it may be cannot be changed through this name.
  case requireHandle
  /// Not executed: the second word of a member access; `bc` is its slot among the machine's caches.
  case cache

  // MARK: Expectations and waiting

  /// Reports to the host how expectation bc (a site of the program) came out: R[a] is the Bool.
  case expectation
  /// R[a] = a wait of at most the Duration R[b]; the host answers. `c` is 1 for `throughout`.
  case beginWait
  /// R[a] = whether an event happened within the wait R[b]; the host lets the next one happen.
  case continueWait
  /// From here until `endReadOnly`, only what changes nothing may be asked of the host.
  case beginReadOnly
  /// See `beginReadOnly`.
  case endReadOnly

  // MARK: The machine's own

  /// The budget of instructions begins again: a statement of the file begins. Only in the
  /// outside's initializer.
  case renewBudget
  /// Not in functions: the outermost frame returns to it, and the machine stops with R[0].
  case leave
}
