@testable import Transport

/// An independent oracle for requests, which shares no code with the parser: slow, and on complete input only.
/// It returns the meaning of one accepted request, or nil when the request must not be accepted.
enum Oracle {
  struct Meaning: Equatable {
    var method: String
    var body: [UInt8]
  }

  static func meaning(of bytes: [UInt8]) -> Meaning? {
    // One character per byte, so that character offsets are byte offsets.
    var text = bytes.map { Character(Unicode.Scalar($0)) }
    if text.starts(with: ["\r", "\n"]) { text.removeFirst(2) }
    guard let end = first("\r\n\r\n", in: text) else { return nil }
    let lines = split(Array(text[..<end]))
    let rest = text[(end + 4)...].map { UInt8($0.unicodeScalars.first?.value ?? 0) }
    guard let lines, let start = lines.first else { return nil }
    let words = start.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, isToken(words[0]), ["HTTP/1.1", "HTTP/1.0"].contains(words[2]), isSafe(String(words[1]))
    else {
      return nil
    }
    var fields: [String: [String]] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else { return nil }
      let value = line[line.index(after: colon)...]
      fields[line[..<colon].lowercased(), default: []].append(trim(value))
    }
    let isOld = words[2] == "HTTP/1.0"
    guard (fields["host"] ?? []).count == 1 || isOld && fields["host"] == nil else { return nil }
    guard let body = body(rest, fields, isOld) else { return nil }
    return Meaning(method: String(words[0]), body: body)
  }

  private static func body(_ rest: [UInt8], _ fields: [String: [String]], _ isOld: Bool) -> [UInt8]? {
    let (lengths, codings) = (fields["content-length"] ?? [], fields["transfer-encoding"] ?? [])
    if codings.isEmpty {
      guard lengths.count <= 1 else { return nil }
      let length = lengths.first ?? "0"
      return String(rest.count) == length ? rest : nil
    }
    guard lengths.isEmpty, !isOld, codings.map({ $0.lowercased() }) == ["chunked"] else { return nil }
    return chunks(rest.map { Character(Unicode.Scalar($0)) })
  }

  private static func chunks(_ text: [Character]) -> [UInt8]? {
    var text = text[...]
    var body: [UInt8] = []
    while true {
      guard let end = first("\r\n", in: Array(text)) else { return nil }
      let line = String(text.prefix(end)).split(separator: ";", omittingEmptySubsequences: false)[0]
      text = text.dropFirst(end + 2)
      guard !line.isEmpty, line.allSatisfy({ "0123456789abcdefABCDEF".contains($0) }), let size = Int(line, radix: 16)
      else { return nil }
      if size == 0 { break }
      guard text.count >= size + 2, Array(text.dropFirst(size).prefix(2)) == ["\r", "\n"] else { return nil }
      body += text.prefix(size).map { UInt8($0.unicodeScalars.first?.value ?? 0) }
      text = text.dropFirst(size + 2)
    }
    // Only trailers and the last empty line remain.
    if Array(text) == ["\r", "\n"] { return body }
    guard Array(text.suffix(4)) == ["\r", "\n", "\r", "\n"], let lines = split(Array(text.dropLast(4))) else {
      return nil
    }
    let forbidden = ["content-length", "transfer-encoding", "host"]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]),
        !forbidden.contains(line[..<colon].lowercased())
      else { return nil }
    }
    return body
  }

  /// The lines, or nil when one contains a control character.
  private static func split(_ text: [Character]) -> [String]? {
    var lines: [String] = []
    var rest = text
    while let end = first("\r\n", in: rest) {
      lines.append(String(String.UnicodeScalarView(rest[..<end].flatMap(\.unicodeScalars))))
      rest = Array(rest[(end + 2)...])
    }
    lines.append(String(String.UnicodeScalarView(rest.flatMap(\.unicodeScalars))))
    let isClean = lines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 32 && $0.value != 127 }
    }
    return isClean ? lines : nil
  }

  private static func first(_ mark: String, in text: [Character]) -> Int? {
    let mark = mark.unicodeScalars.map { Character($0) }
    guard text.count >= mark.count else { return nil }
    return (0...(text.count - mark.count)).first { text[$0] == mark[0] && Array(text[$0..<($0 + mark.count)]) == mark }
  }

  private static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar))
      }
  }

  private static func trim(_ text: Substring) -> String {
    var scalars = Array(text.unicodeScalars)
    while scalars.first == " " || scalars.first == "\t" { scalars.removeFirst() }
    while scalars.last == " " || scalars.last == "\t" { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether the path of a target stays below the root, also when percent-encoded.
  private static func isSafe(_ target: String) -> Bool {
    guard target.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value < 127 }) else { return false }
    let path = target.split(separator: "?", omittingEmptySubsequences: false)[0].lowercased()
    let plain = path.replacing("%2e", with: ".")
    return !path.contains("%2f") && !path.contains("%5c") && !path.contains("%00")
      && !plain.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}
