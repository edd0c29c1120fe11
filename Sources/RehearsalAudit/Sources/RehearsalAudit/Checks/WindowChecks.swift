// Findings about windows of an app with scenes: each scene has its own, and the application's delegate and
// the launch have none.

import RehearsalLifecycle
import SwiftSyntax

extension AuditedApp {
  /// Windows that are read or made where there is none.
  func windowFindings() -> [AuditFinding] {
    guard hasScenes, deploysFrom13, !hasForeignDelegate else { return [] }
    return delegateWindows() + launchWindows()
  }

  /// The window of the application's delegate, where the system sets it for no app with scenes.
  private func delegateWindows() -> [AuditFinding] {
    guard let delegate = applicationDelegate?.name, !isSwiftUIApp else { return [] }
    let lineage = program.lineage(of: delegate)
    guard
      program.properties.contains(where: {
        $0.name == "window" && $0.owner.map(lineage.contains) ?? false
      })
    else { return [] }
    // Set by anybody, as a whole or through the delegate, it may be there.
    let isSet = program.allFunctions.contains { function in
      function.source.mentions.contains("window")
        && WindowReader.assigns(
          in: function.body, isDelegate: function.owner.map(lineage.contains) ?? false)
    }
    guard !isSet else { return [] }
    return program.allFunctions.flatMap { function -> [AuditFinding] in
      guard function.owner.map(lineage.contains) ?? false, function.name != "window" else {
        return []
      }
      return ReferenceReader.references(to: "window", in: Syntax(function.body))
        .filter { use in
          !function.parameters.contains("window")
            && !DeclarationFinder.declares("window", in: function.body)
            && (use.parent?.is(ForceUnwrapExprSyntax.self) ?? false
              || use.parent?.is(OptionalChainingExprSyntax.self) ?? false)
        }
        .prefix(1).map { AuditFinding(.delegateWindow, at: function.source.place(of: $0)) }
    }
  }

  /// Windows of the launch itself.
  private func launchWindows() -> [AuditFinding] {
    let launches = program.reach(code(at: .launch), isSure: true)
    let scenes = Set(program.reach(code(at: .connection), isSure: false).map(\.node.id))
    return launches.filter { !scenes.contains($0.node.id) }.flatMap { code -> [AuditFinding] in
      let made = code.calls.filter {
        !$0.isInClosure && $0.callee == "UIWindow" && $0.argument("windowScene") == nil
          && !isSwiftUIApp && !isForOlderSystems($0.node, in: code)
      }
      let keys = KeyWindowReader.reads(in: code.node).filter { !isForOlderSystems($0, in: code) }
      return made.prefix(1).map {
        AuditFinding(.windowWithoutScene, at: code.source.place(of: $0.node))
      }
        + keys.prefix(1).map {
          AuditFinding(.keyWindowAtLaunch, at: code.source.place(of: $0), $0.declName.baseName.text)
        }
    }
  }

  /// Whether a condition about the version of the system stands around a node.
  private func isForOlderSystems(_ node: some SyntaxProtocol, in code: Code) -> Bool {
    sequence(first: Syntax(node), next: \.parent).prefix { $0.id != code.node.id }.contains {
      parent in
      parent.as(IfExprSyntax.self)?.conditions.compactText.contains("available") ?? false
        || parent.is(ClosureExprSyntax.self)
    }
  }
}

/// Looks for what sets a window.
private final class WindowReader: SyntaxVisitor {
  private let isDelegate: Bool
  private var isFound = false

  private init(_ isDelegate: Bool) {
    self.isDelegate = isDelegate
    super.init(viewMode: .sourceAccurate)
  }

  static func assigns(in body: CodeBlockItemListSyntax, isDelegate: Bool) -> Bool {
    let reader = WindowReader(isDelegate)
    reader.walk(body)
    return reader.isFound
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self) {
      let target = elements[0].compactText.lowercased()
      if target.hasSuffix(".window"), target.contains("delegate") { isFound = true }
      if isDelegate, elements[0].plainName == "window" { isFound = true }
    }
    return .visitChildren
  }
}

/// Finds reads of the windows that an application has.
private final class KeyWindowReader: SyntaxVisitor {
  private var found: [MemberAccessExprSyntax] = []

  static func reads(in node: Syntax) -> [MemberAccessExprSyntax] {
    let reader = KeyWindowReader(viewMode: .sourceAccurate)
    reader.walk(node)
    return reader.found
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    let base = node.base?.compactText ?? ""
    if ["keyWindow", "windows"].contains(name),
      base == "UIApplication.shared" || base == "application"
    {
      found.append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
