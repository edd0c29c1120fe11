// The addresses of documents: `file:` URIs and the paths that they stand for.

/// The URI of a document.
struct DocumentAddress: Hashable, Sendable {
  /// The URI as the editor wrote it.
  let text: String

  init(_ text: String) { self.text = text }

  /// The address of a file.
  init(path: String) {
    var text = "file://"
    for byte in path.utf8 {
      if Self.isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (byte < 0x10 ? "0" : "") + digits
      }
    }
    self.text = text
  }

  /// The path of the file that it is; the address itself for a document that lies in no file.
  var path: String {
    guard text.hasPrefix("file://") else { return text }
    var rest = Array(text.utf8.dropFirst("file://".utf8.count))[...]
    // What precedes the path is the name of a host.
    if let start = rest.firstIndex(of: UInt8(ascii: "/")) { rest = rest[start...] }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a path of a URI holds the byte as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/!$&'()*+,;=@".utf8.contains(byte)
    }
  }
}
