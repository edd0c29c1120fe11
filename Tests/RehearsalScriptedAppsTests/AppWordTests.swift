// The words of app code: what the interface says of them, and who may use them.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import Testing

@Suite struct AppWordTests {
  private static let calls =
    AppCall.work + AppCall.services + AppCall.interface + AppCall.notifications

  @Test func eachCallBelongsToAppsAndIsThereOnce() {
    let names = Self.calls.map(\.definition.name)
    #expect(names.count > 80)
    #expect(Set(names).count == names.count)
    #expect(Self.calls.filter { $0.definition.side != .inside }.map(\.definition.name) == [])
  }

  @Test func eachCallSaysWhatItIsFor() {
    let silent = Self.calls.filter { $0.definition.summary.isEmpty }
    #expect(silent.map(\.definition.name) == [])
  }

  @Test func bothSidesHaveTheClockAndChoices() {
    #expect(NeutralFunction.allCases.filter { $0.definition.side != .neutral } == [])
  }

  @Test func aKindHasANameAndOnlyTheMembersOfApps() {
    let kinds = HandleKind.allCases
    #expect(Set(kinds.map(\.ownDefinition.name)).count == kinds.count)
    let outside = kinds.filter { $0.side == .outside }
    #expect(outside.count == 4)
    #expect(outside.filter { !$0.ownDefinition.members.isEmpty } == [])
    #expect(HandleKind.application.ownDefinition.members.count > 5)
  }

  @Test func aMissingMemberNamesTheOneThatWasMeant() {
    let kind = HandleKind.application.ownDefinition
    let error = HostFunctionError.missingMember("backgroundTimeRemainin", of: kind)
    #expect(error.message.contains("did you mean `backgroundTimeRemaining`?"))
    let unknown = HostFunctionError.missingMember("x", of: nil)
    #expect(unknown.message == "this has no member `x`")
  }

  @Test func aLimitIsNamedInItsUnit() {
    #expect(HostFunctionError.memoryLimit(64 << 20).message.contains("more than 64MB"))
    #expect(HostFunctionError.outputLimit(1000).message.contains("more than 1000"))
  }
}
