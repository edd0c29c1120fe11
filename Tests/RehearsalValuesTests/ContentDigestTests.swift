// The digest of contents: that it is SHA-256, which other programs compute as well.

import RehearsalValues
import Testing

@Suite struct ContentDigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func theVectorsOfTheStandard(text: String, digits: String) {
    var digester = ContentDigester()
    digester.combine(raw: text.utf8)
    #expect(digester.finish().text == digits)
  }

  @Test func textsDoNotRunTogether() {
    let digests = [("ab", "c"), ("a", "bc")].map { first, second in
      var digester = ContentDigester()
      digester.combine(first)
      digester.combine(second)
      return digester.finish()
    }
    #expect(digests[0] != digests[1])
  }
}
