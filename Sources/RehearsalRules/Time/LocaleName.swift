// The names of languages and locales: a language of ISO 639, then a script and a region where they are
// given, as in "zh-Hans-CN" or "pt_BR". A name that no system has is a mistake in the script.

/// The name of a locale or a language.
package struct LocaleName: Hashable, Sendable {
  /// The name as it is written.
  package let text: String

  /// The languages that have a code of two letters.
  private static let languages = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz \
    ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln \
    lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi \
    pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti \
    tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """.split(separator: " ").map(String.init))

  /// Reads a name; nil for one whose language does not exist, or whose parts are none.
  ///
  /// Languages of three letters and regions are taken by their shape, and so is what follows on `@`.
  package init?(_ text: String) {
    let parts = text.prefix { $0 != "@" }.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "_" })
    guard let language = parts.first?.lowercased(),
      Self.languages.contains(language) || language.utf8.count == 3 && language.isOfLetters,
      parts.dropFirst().allSatisfy(Self.isScriptOrRegion)
    else { return nil }
    self.text = text
  }

  private static func isScriptOrRegion(_ part: Substring) -> Bool {
    switch part.utf8.count {
    case 2, 4: part.isOfLetters
    case 3: part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    default: false
    }
  }
}

extension StringProtocol {
  /// Whether it holds ASCII letters only.
  fileprivate var isOfLetters: Bool {
    utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }
}
