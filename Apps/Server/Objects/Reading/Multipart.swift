internal import Glibc

/// The parts of a `multipart/form-data` body (RFC 7578), as byte ranges.
struct Multipart: Sendable, Hashable {
  struct Part: Sendable, Hashable {
    let name: String
    /// Nil for a field that is not a file.
    let filename: String?
    let type: String?
    let content: Range<Int>
  }

  struct Flaw: Error, Sendable, Hashable {
    let what: String

    init(_ what: String) { self.what = what }
  }

  static let mostParts = 32
  static let longestHead = 8_192

  let parts: [Part]

  init(_ body: [UInt8], boundary: String) throws(Flaw) {
    var reader = MultipartReader(body, Array("--\(boundary)".utf8))
    try reader.begin()
    var parts: [Part] = []
    while !reader.isAtEnd {
      guard parts.count < Multipart.mostParts else { throw Flaw("has too many parts") }
      parts.append(try reader.part())
    }
    self.parts = parts
  }

  subscript(_ name: String) -> Part? { parts.first { $0.name == name && $0.filename == nil } }

  /// The uploaded file: the first part with a file name, else one whose name is `file` or empty.
  var file: Part? { parts.first { $0.filename != nil } ?? parts.first { $0.name == "file" || $0.name.isEmpty } }

  /// Returns the boundary of a `Content-Type`; nil when it is not form data or has none.
  static func boundary(_ type: String) -> String? {
    guard ContentType.plain(type) == "multipart/form-data", type.utf8.count <= 500 else { return nil }
    guard let text = HeadWords(type).parameters["boundary"], 1...70 ~= text.utf8.count,
      text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), text.last != " "
    else { return nil }
    return text
  }
}

/// Parses the bytes of a form.
private struct MultipartReader {
  private let body: [UInt8]
  private let mark: [UInt8]
  private var at = 0
  private(set) var isAtEnd = false

  init(_ body: [UInt8], _ mark: [UInt8]) {
    self.body = body
    self.mark = mark
  }

  /// Moves to the first boundary, skipping the preamble.
  mutating func begin() throws(Multipart.Flaw) {
    if body.starts(with: mark) {
      at = mark.count
    } else {
      guard let found = next(from: 0) else { throw Multipart.Flaw("has no part") }
      at = found + 2 + mark.count
    }
    try endMark()
  }

  mutating func part() throws(Multipart.Flaw) -> Multipart.Part {
    var words = HeadWords("")
    var type: String?
    let headEnd = at + Multipart.longestHead
    while let line = try line(before: headEnd) {
      guard let colon = line.firstIndex(of: ":") else { throw Multipart.Flaw("has a head that cannot be read") }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      switch line[..<colon].lowercased() {
      case "content-disposition": words = HeadWords(value)
      case "content-type": type = value
      default: break
      }
    }
    guard words.kind == "form-data", let name = words.parameters["name"] else {
      throw Multipart.Flaw("has a part without a name")
    }
    let start = at
    // An empty part ends with the line break that ended its header.
    guard let end = next(from: max(0, start - 2)) else { throw Multipart.Flaw("ends before its last part") }
    at = end + 2 + mark.count
    try endMark()
    return Multipart.Part(
      name: name, filename: words.parameters["filename"], type: type, content: start..<max(start, end))
  }

  /// Reads a header line; nil at the empty line that ends the header.
  private mutating func line(before limit: Int) throws(Multipart.Flaw) -> Substring? {
    var end = at
    let stop = min(body.count - 1, limit)
    while end < stop, !(body[end] == 0x0D && body[end + 1] == 0x0A) { end += 1 }
    guard end < stop else { throw Multipart.Flaw("has a head without an end") }
    defer { at = end + 2 }
    guard end > at else { return nil }
    guard let text = String(validating: body[at..<end], as: UTF8.self) else {
      throw Multipart.Flaw("has a head that is no UTF-8")
    }
    return text[...]
  }

  /// Reads what follows a boundary: two hyphens end the form, a line break begins a part.
  private mutating func endMark() throws(Multipart.Flaw) {
    if body.count - at >= 2, body[at] == 0x2D, body[at + 1] == 0x2D {
      isAtEnd = true
      return
    }
    while at < body.count, body[at] == 0x20 || body[at] == 0x09 { at += 1 }
    guard body.count - at >= 2, body[at] == 0x0D, body[at + 1] == 0x0A else {
      throw Multipart.Flaw("has a mark that cannot be read")
    }
    at += 2
  }

  /// Returns the position of the next line break that is followed by the boundary.
  private func next(from start: Int) -> Int? {
    body.withUnsafeBytes { bytes -> Int? in
      var index = start
      while index + 2 + mark.count <= bytes.count, let base = bytes.baseAddress {
        guard let found = memchr(base + index, 0x0D, bytes.count - index - 1 - mark.count) else { return nil }
        index = UnsafeRawPointer(found) - base
        if bytes[index + 1] == 0x0A, bytes[(index + 2)...].starts(with: mark) { return index }
        index += 1
      }
      return nil
    }
  }
}
