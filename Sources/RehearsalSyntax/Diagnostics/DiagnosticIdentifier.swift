// The table of everything that can be wrong with a script, before or while it runs. A name here
// never changes its number; the wording is with the stage that reports it.

/// The stable identity of a diagnostic; its raw value is what people quote.
///
/// What its first three characters say is in `DiagnosticFamily`, and what each means in its
/// `DiagnosticPage`.
public enum DiagnosticIdentifier: String, CaseIterable, Sendable {
  // Text and tokens
  case invalidUTF8 = "E0101"
  case unexpectedCharacter = "E0102"
  case unterminatedString = "E0103"
  case unterminatedComment = "E0104"
  case invalidEscape = "E0105"
  case invalidNumber = "E0106"
  case literalOutOfRange = "E0107"
  case multilineStringShape = "E0108"

  // Grammar
  case unexpectedToken = "E0201"
  case expectedExpression = "E0202"
  case unclosedBracket = "E0203"
  case unmatchedBracket = "E0204"
  case expectedSeparator = "E0205"
  case nestingTooDeep = "E0206"
  case misplacedDeclaration = "E0207"
  case foreignKeyword = "E0208"
  case lostValue = "E0210"
  case spaceBeforeDot = "E0211"
  case commandClosure = "E0212"
  case chainedComparison = "E0213"
  case oneSidedRange = "E0214"
  case literalTextNeeded = "E0215"
  case invalidAssignmentTarget = "E0216"
  case expectedName = "E0217"
  case misplacedStatement = "E0218"
  case duplicateParameter = "E0219"
  case sourceTooLarge = "E0220"
  case expectedMessage = "E0221"

  // Names
  case unknownName = "E0301"
  case duplicateName = "E0302"
  case usedBeforeDeclaration = "E0303"
  case immutableAssignment = "E0304"
  case unknownMember = "E0305"
  case notAllowedHere = "E0306"
  case mixedClosureParameters = "E0307"
  case reservedMemberName = "E0308"
  case hiddenVerb = "E0311"

  // Calls and meaning
  case wrongArguments = "E0401"
  case outsideWordInside = "E0402"
  case insideWordOutside = "E0403"
  case bothSidesNeeded = "E0404"
  case duplicateKey = "E0405"
  case notAConstant = "E0406"
  case wrongType = "E0407"
  case wrongLiteral = "E0408"
  case tooComplex = "E0409"
  case changeInCondition = "E0410"
  case historyInCondition = "E0411"
  case vacuousExpectation = "E0415"
  case neverEqual = "E0421"

  // Apps and devices
  case unknownHandler = "E0501"
  case duplicateHandler = "E0502"
  case unknownKey = "E0503"
  case unknownSymbol = "E0504"
  case secondDevice = "E0505"
  case invalidSetting = "E0506"
  case handlerParameters = "E0507"
  case idleQuirk = "E0513"

  // Files and imports
  case fileNotFound = "E0601"
  case fileNotReadable = "E0602"
  case importOutsideFolder = "E0603"
  case importCycle = "E0604"
  case importedStatement = "E0605"

  // Faults while running
  case integerOverflow = "E0701"
  case divisionByZero = "E0702"
  case typeMismatch = "E0703"
  case missingMember = "E0704"
  case indexOutOfBounds = "E0705"
  case uninitializedVariable = "E0706"
  case notCallable = "E0707"
  case argumentMismatch = "E0708"
  case invalidRange = "E0709"
  case invalidKey = "E0710"
  case durationOutOfRange = "E0711"
  case wrongSide = "E0712"
  case staleHandle = "E0713"
  case invalidArgument = "E0714"
  case fatalError = "E0715"
  case appNotRunning = "E0716"
  case notPlainData = "E0717"
  case hostFailure = "E0718"
  case sideEffectInCondition = "E0719"
  case clockOverflow = "E0720"
  case endedForFault = "E0721"
  case uncontrolledWork = "E0728"

  // Limits
  case instructionLimit = "E0801"
  case callDepthLimit = "E0802"
  case heapLimit = "E0803"
  case outputLimit = "E0804"
  case instantLimit = "E0805"
  case handlerInstructionLimit = "E0806"
  case interrupted = "E0807"
  case eventLimit = "E0808"
  case deadline = "E0809"

  // Warnings
  case unusedResult = "W0901"
  case unreachableCode = "W0902"
  case missingReturnValue = "W0903"
  case deadHandler = "W0904"
  case refusedVerb = "W0905"
  case nothingExpected = "W0906"
  case wordOfOtherSystems = "W0907"
  case clockInState = "W0908"
  case hiddenWord = "W0911"
  case nameOfNothing = "W0912"
  case importedSetup = "W0913"
  case hiddenKey = "W0914"
  case assignedToItself = "W0915"
  case lookAtNothing = "W0921"
  case quirkOfSomeSystems = "W0922"
  case hostState = "W0940"
  case unevaluatedExpectation = "W0945"
  case unfinishedBusiness = "W0946"
  case unneededPermission = "W0947"
  case lostInSilence = "W0949"
  case comparedWithItself = "W0950"
  case skippedQuestion = "W0951"
  case emptyQuestion = "W0952"
  case oneOfSeveral = "W0953"
  case uncheckedVerdict = "W0954"
  case hiddenVariable = "W0955"
  case writtenTwice = "W0956"
  case sameLabel = "W0957"
  case explorationOfNothing = "W0958"
  case lookAtBystander = "W0959"
  case endedOtherwise = "W0960"
  case nothingPlayed = "W0961"
  case unusedChoice = "W0962"
  case unusedSeeds = "W0963"
  case verbToNobody = "W0964"
  case metByAnother = "W0985"
  case differsInCase = "W0986"
  case endOfVerb = "W0987"
  case absentMessage = "W0988"

  /// How grave it is, told by the letter.
  package var severity: Diagnostic.Severity { rawValue.hasPrefix("W") ? .warning : .error }
}

/// A group of diagnostics that speak of the same thing.
package enum DiagnosticFamily: String, CaseIterable, Sendable {
  case text = "E01"
  case grammar = "E02"
  case names = "E03"
  case calls = "E04"
  case apps = "E05"
  case files = "E06"
  case faults = "E07"
  case limits = "E08"
  case warnings = "W09"

  /// What the family speaks of.
  package var title: String {
    switch self {
    case .text: "Text and tokens"
    case .grammar: "Grammar"
    case .names: "Names and places"
    case .calls: "Calls and meaning"
    case .apps: "Apps and the device"
    case .files: "Files and imports"
    case .faults: "Faults while a script runs"
    case .limits: "Limits"
    case .warnings: "Warnings"
    }
  }
}

extension DiagnosticIdentifier {
  /// The family that it belongs to.
  package var family: DiagnosticFamily {
    // Every identifier begins with the raw value of a family; a test holds that.
    DiagnosticFamily(rawValue: String(rawValue.prefix(3))) ?? .text
  }
}
