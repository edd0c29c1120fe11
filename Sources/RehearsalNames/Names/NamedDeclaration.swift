// Declarations of scripts that may hide a word of the host, with who sees them.

import RehearsalInterface
import RehearsalSyntax

/// A declaration that may hide a word of the host.
package struct NamedDeclaration {
  /// Whose code sees the name.
  package enum Viewer {
    case everyone
    case side(Side)
    /// The code of a function whose side is found out in the end.
    case scope(Int)
  }

  /// What is declared.
  package enum Kind {
    case function
    /// It is read and hardly called, so it is taken for a word that is read: `now`, `device`.
    case value
    /// It may be called, and bears the name of what it is given: UIKit's own methods have an
    /// `application` and a `scene`.
    case parameter
  }

  package let name: Name
  package let kind: Kind
  package let script: Int
  let viewer: Viewer

  /// Whether who reads the name may take it for a verb, or for another word.
  func mayBeTaken(forVerb isVerb: Bool) -> Bool {
    switch kind {
    case .function: true
    case .value: !isVerb
    case .parameter: isVerb
    }
  }
}
