/// Parses a `multipart/form-data` body (RFC 7578) while it arrives. It holds no more than one part's head, or the bytes
/// that may begin a boundary. The result does not depend on how the bytes were split.
struct FormParser: Sendable {
  struct Part: Sendable, Hashable {
    let name: String
    /// Nil for a field that is not a file.
    let filename: String?
    let type: String?
  }

  enum Event: Sendable, Hashable {
    case part(Part)
    /// More of the content of the last part.
    case content([UInt8])
  }

  struct Flaw: Error, Sendable, Hashable {
    let what: String

    init(_ what: String) { self.what = what }
  }

  static let mostParts = 32
  static let longestHead = 8_192

  private enum Phase {
    case start, preamble
    /// After a boundary; `isBlank` after spaces that follow it.
    case mark(isBlank: Bool)
    case head(PartHead)
    case content
    case done
  }

  /// A boundary with the line break before it.
  private let mark: [UInt8]
  private var phase = Phase.start
  private var input: [UInt8] = []
  private var at = 0
  /// The position at which the search for a boundary goes on.
  private var searched = 0
  private var parts = 0

  init(boundary: String) { mark = Array("\r\n--\(boundary)".utf8) }

  mutating func append(_ bytes: [UInt8]) {
    let used = min(at, searched)
    input.removeSubrange(..<used)
    at -= used
    searched -= used
    input.append(contentsOf: bytes)
  }

  /// Returns the next event; nil until more bytes arrive.
  mutating func next() throws(Flaw) -> Event? {
    while true {
      switch phase {
      case .start:
        guard input.count - at >= mark.count - 2 else { return nil }
        if input[at...].starts(with: mark.dropFirst(2)) {
          at += mark.count - 2
          phase = .mark(isBlank: false)
        } else {
          phase = .preamble
        }
      case .preamble:
        let (found, end) = search()
        at = end
        guard found else { return nil }
        phase = .mark(isBlank: false)
      case .mark(let isBlank):
        guard try endMark(isBlank) else { return nil }
      case .head(var head):
        guard let isWhole = try headLine(&head) else { return nil }
        guard isWhole else {
          phase = .head(head)
          continue
        }
        // The line break that ends the head may be that of the boundary: then the part is empty.
        searched = at - 2
        phase = .content
        return .part(try head.part())
      case .content:
        let (found, end) = search()
        defer { at = max(at, end) }
        let content = end > at ? Array(input[at..<(found ? max(at, end - mark.count) : end)]) : []
        if found { phase = .mark(isBlank: false) }
        if !content.isEmpty { return .content(content) }
        guard found else { return nil }
      case .done:
        (at, searched) = (input.count, input.count)
        return nil
      }
    }
  }

  /// Throws when the body has ended before the form.
  func end() throws(Flaw) {
    switch phase {
    case .start, .preamble: throw Flaw("has no part")
    case .mark: throw Flaw("has a mark that cannot be read")
    case .head: throw Flaw("has a head without an end")
    case .content: throw Flaw("ends before its last part")
    case .done: break
    }
  }

  /// Searches for the next boundary. Returns where it ends, or up to where there is certainly none.
  private mutating func search() -> (found: Bool, end: Int) {
    var index = searched
    while index + mark.count <= input.count {
      guard let found = input[index...(input.count - mark.count)].firstIndex(of: 0x0D) else {
        index = input.count - mark.count + 1
        break
      }
      if input[found...].starts(with: mark) {
        searched = found + mark.count
        return (true, searched)
      }
      index = found + 1
    }
    searched = index
    return (false, index)
  }

  /// Reads what follows a boundary: two hyphens end the form, a line break begins a part. Returns false when more bytes
  /// are needed.
  private mutating func endMark(_ isBlank: Bool) throws(Flaw) -> Bool {
    guard input.count - at >= 2 else { return false }
    if !isBlank, input[at] == 0x2D, input[at + 1] == 0x2D {
      phase = .done
      return true
    }
    if input[at] == 0x20 || input[at] == 0x09 {
      at += 1
      searched = at
      phase = .mark(isBlank: true)
      return true
    }
    guard input[at] == 0x0D, input[at + 1] == 0x0A else { throw Flaw("has a mark that cannot be read") }
    at += 2
    parts += 1
    guard parts <= FormParser.mostParts else { throw Flaw("has too many parts") }
    phase = .head(PartHead())
    return true
  }

  /// Reads a line of a part's head. Returns true at the empty line that ends it, nil when more bytes are needed.
  private mutating func headLine(_ head: inout PartHead) throws(Flaw) -> Bool? {
    let stop = min(input.count - 1, at + head.room)
    var end = at + head.searched
    while end < stop, !(input[end] == 0x0D && input[end + 1] == 0x0A) { end += 1 }
    guard end < stop else {
      guard end < at + head.room else { throw Flaw("has a head without an end") }
      head.searched = max(0, end - at)
      phase = .head(head)
      return nil
    }
    let line = input[at..<end]
    head.room -= line.count + 2
    head.searched = 0
    at = end + 2
    if line.isEmpty { return true }
    try head.read(line)
    return false
  }
}

/// The lines of a part's head.
private struct PartHead {
  /// The number of bytes that further lines may have.
  var room = FormParser.longestHead
  /// The bytes of the current line that have no end in them.
  var searched = 0
  private var words = HeadWords("")
  private var type: String?

  mutating func read(_ line: ArraySlice<UInt8>) throws(FormParser.Flaw) {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw FormParser.Flaw("has a head that is no UTF-8")
    }
    guard let colon = text.firstIndex(of: ":") else { throw FormParser.Flaw("has a head that cannot be read") }
    let value = String(text[text.index(after: colon)...].drop { $0 == " " })
    switch text[..<colon].lowercased() {
    case "content-disposition": words = HeadWords(value)
    case "content-type": type = value
    default: break
    }
  }

  func part() throws(FormParser.Flaw) -> FormParser.Part {
    guard words.kind == "form-data", let name = words.parameters["name"] else {
      throw FormParser.Flaw("has a part without a name")
    }
    return FormParser.Part(name: name, filename: words.parameters["filename"], type: type)
  }
}

extension FormParser {
  /// Returns the boundary of a `Content-Type`; nil when it is not form data or has none.
  static func boundary(_ type: String) -> String? {
    guard ContentType.plain(type) == "multipart/form-data", type.utf8.count <= 500 else { return nil }
    guard let text = HeadWords(type).parameters["boundary"], 1...70 ~= text.utf8.count,
      text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), text.last != " "
    else { return nil }
    return text
  }
}
