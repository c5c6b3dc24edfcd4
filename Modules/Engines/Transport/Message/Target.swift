/// The decoded path and query of a request. Targets that two parsers could read differently are refused.
public struct Target: Sendable, Hashable {
  /// The path as received.
  public let raw: String
  /// The decoded path. It begins with `/` (or is `*`, for OPTIONS), and no segment is `.` or `..` or contains a slash,
  /// a backslash or a control character.
  public let path: String
  /// The text after the question mark as received; nil when there is none.
  public let queryText: String?

  /// `/a/b/` has the segments `a`, `b` and an empty one; `/` has one empty one.
  public var segments: [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(\.self)
  }

  public var query: FormFields { queryText.map { FormFields(valid: $0) } ?? FormFields() }

  /// Parses a path and query, such as `/a%20b?c=d`.
  public init(_ text: String) throws(RequestRefusal) { try self.init(Array(text.utf8)[...]) }

  init(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) {
    let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    let pathBytes = bytes[..<mark]
    guard pathBytes.first == UInt8(ascii: "/") else { throw .bad("the path does not begin with a slash") }
    raw = String(decoding: pathBytes, as: UTF8.self)
    path = try Target.decoded(pathBytes)
    if mark == bytes.endIndex {
      queryText = nil
    } else {
      let query = bytes[(mark + 1)...]
      guard query.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "#") }) else { throw .bad("the query is malformed") }
      guard let text = FormFields.valid(query) else { throw .bad("the query is not encoded UTF-8") }
      queryText = text
    }
  }

  private init(asterisk: Void) {
    raw = "*"
    path = "*"
    queryText = nil
  }

  static let asterisk = Target(asterisk: ())

  private static func decoded(_ bytes: ArraySlice<UInt8>) throws(RequestRefusal) -> String {
    var isPlain = true
    for byte in bytes {
      guard byte.isVisible, byte != UInt8(ascii: "#"), byte != UInt8(ascii: "\\") else {
        throw .bad("the path has a character that must be encoded")
      }
      if byte == UInt8(ascii: "%") { isPlain = false }
    }
    let path: String
    if isPlain {
      path = String(decoding: bytes, as: UTF8.self)
    } else {
      guard let text = PercentCoding.path(bytes) else { throw .bad("the path is wrongly encoded") }
      path = text
    }
    // Refused rather than resolved: no honest client sends them, and a proxy in front may have judged the path as sent.
    guard !hasDotSegment(path.utf8) else { throw .bad("the path leads upward") }
    return path
  }

  private static func hasDotSegment(_ path: String.UTF8View) -> Bool {
    var length = 0
    var isDots = true
    for byte in path {
      if byte == UInt8(ascii: "/") {
        if isDots, length == 1 || length == 2 { return true }
        (length, isDots) = (0, true)
      } else {
        length += 1
        if byte != UInt8(ascii: ".") { isDots = false }
      }
    }
    return isDots && (length == 1 || length == 2)
  }
}
