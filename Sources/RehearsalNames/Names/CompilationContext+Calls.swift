// The arguments of calls, held against the parameters of what is called, and what is reported of those that do
// not fit.

import RehearsalInterface
import RehearsalSyntax

extension CompilationContext {
  /// A declared function as its callers see it; those of the prelude as the host describes them.
  package func callee(of function: DeclaredFunction) -> Callee {
    var callee = function.declaration.callee
    guard isPrelude(function.script),
      let described = host.preludeFunctions.first(where: { $0.name == callee.name })
    else { return callee }
    callee.asksForRefusals = described.asksForRefusals
    for (index, parameter) in callee.parameters.enumerated() {
      callee.parameters[index].domain =
        described.parameters.first { $0.name == parameter.name }?.domain
    }
    return callee
  }

  /// Finds the parameter of each argument; reports what does not fit and gives nil then.
  func arrange(_ call: Call, for callee: Callee) -> ArrangedArguments? {
    do throws(ArgumentDefect) {
      return try callee.match(call)
    } catch {
      switch error {
      case .unknown(let label):
        let suggestion = suggestion(for: label.text) { callee.parameters.map(\.name) }
        report(.unknownArgument(label, callee, suggestion: suggestion))
      case .twice(let label): report(.argumentTwice(label))
      case .positionalAfterNamed(let place): report(.positionalAfterNamed(place))
      case .surplus(let place):
        let isArgument = call.arguments.contains { argument in
          if case .closure = argument.value.kind { argument.value.range == place } else { false }
        }
        let isClosure = isArgument || call.trailingClosure?.range == place
        report(
          .surplusArgument(
            callee, place, handler: isClosure ? host.handler(fedBy: callee.name) : nil))
      case .missing(let parameter):
        report(.missingArgument(parameter, callee, call.callee.range))
      }
      return nil
    }
  }

  /// Checks literal symbols against those that a parameter accepts.
  package func checkSymbols(_ arranged: ArrangedArguments, of callee: Callee) {
    for (index, parameter) in callee.parameters.enumerated() where !parameter.symbols.isEmpty {
      guard case .symbol(let name)? = arranged.passed[index]?.value.unparenthesized.kind else {
        continue
      }
      checkSymbol(name, among: parameter.symbols, for: parameter.name)
    }
  }

  /// Reports a literal symbol that is none of those that are accepted.
  package func checkSymbol(_ name: Name, among symbols: [String], for what: String) {
    guard !symbols.contains(name.text) else { return }
    let suggestion = suggestion(for: name.text) { symbols }
    let advice = suggestion == nil ? host.relatedAdvice(name.text) : nil
    report(
      .unknownSymbol(name, for: what, among: symbols, suggestion: suggestion, advice: advice))
  }
}
