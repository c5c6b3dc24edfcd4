internal import Kernel

/// The bytes before the root element, held back until it begins.
///
/// An export declares its own document type, which holds nothing that is needed, which several versions of iOS wrote
/// with errors that XML parsers reject, and in which entities could be declared. So it is blanked: every byte of it
/// becomes a space, and line breaks stay.
struct Prologue {
  static let longest = 262_144
  /// The bytes of the mark with which a file in UTF-8 may begin.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var held: [UInt8] = []
  /// Whether the first byte that is no white space is that of a tag.
  private var isMarkup = false

  /// Appends bytes; returns everything held back once the root element begins, nil before.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Problem) -> [UInt8]? {
    let isNews = held.last == UInt8(ascii: "<") || bytes.contains(UInt8(ascii: "<"))
    held.append(contentsOf: bytes)
    if held.starts(with: [0x50, 0x4B, 3, 4]) { throw ExportProblem.zipped }
    if held.starts(with: [0xFF, 0xFE]) || held.starts(with: [0xFE, 0xFF]) { throw ExportProblem.encoded }
    if !isMarkup, let first = held.drop(while: { $0 <= 32 || Prologue.mark.contains($0) }).first {
      guard first == UInt8(ascii: "<") else { throw ExportProblem.foreign }
      isMarkup = true
    }
    if isNews, let passed = try put() { return passed }
    guard held.count <= Prologue.longest else { throw ExportProblem.headless }
    return nil
  }

  /// The bytes held back at the end of the file. It is not an export; the parser reports the error.
  mutating func rest() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private mutating func put() throws(Problem) -> [UInt8]? {
    guard let (start, type) = root() else { return nil }
    if let type {
      if contains("<!ENTITY", in: type) { throw ExportProblem.entities }
      for place in type where held[place] != UInt8(ascii: "\n") { held[place] = UInt8(ascii: " ") }
    }
    return start < held.count ? rest() : nil
  }

  // MARK: Positions in the text

  /// The start of the root element, or of anything that does not belong to a prologue, and the range of the document
  /// type.
  private func root() -> (start: Int, type: Range<Int>?)? {
    var place = 0
    var type: Range<Int>?
    while let open = held[place...].firstIndex(of: UInt8(ascii: "<")) {
      guard open + 1 < held.count else { return nil }
      if begins("<?", at: open) {
        guard let end = end(of: "?>", from: open) else { return nil }
        place = end
      } else if begins("<!--", at: open) {
        guard let end = end(of: "-->", from: open) else { return nil }
        place = end
      } else if begins("<!DOCTYPE", at: open), type == nil {
        guard let end = endOfType(from: open) else { return nil }
        type = open..<end
        place = end
      } else if held[open + 1] == UInt8(ascii: "!"), held.count - open < 9 {
        return nil
      } else {
        return (open, type)
      }
    }
    return nil
  }

  /// The end of the document type. With an internal subset it is the "]>" that is followed by something no subset
  /// contains.
  private func endOfType(from start: Int) -> Int? {
    guard let first = held[start...].firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") }) else {
      return nil
    }
    if held[first] == UInt8(ascii: ">") { return first + 1 }
    var place = first
    while let close = held[place...].firstIndex(of: UInt8(ascii: "]")) {
      let end = past(close + 1)
      guard end < held.count else { return nil }
      if held[end] == UInt8(ascii: ">") {
        let next = past(end + 1)
        guard next + 1 < held.count else { return nil }
        if held[next] == UInt8(ascii: "<") { return end + 1 }
      }
      place = close + 1
    }
    return nil
  }

  private func past(_ place: Int) -> Int {
    var place = place
    while place < held.count, [9, 10, 13, 32].contains(held[place]) { place += 1 }
    return place
  }

  private func begins(_ text: StaticString, at place: Int) -> Bool {
    guard place + text.utf8CodeUnitCount <= held.count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(held[place..<place + $0.count]) }
  }

  private func end(of text: StaticString, from place: Int) -> Int? {
    var place = place
    let last: UInt8 = text.withUTF8Buffer { $0.last ?? 0 }
    let length = text.utf8CodeUnitCount
    while let found = held[place...].firstIndex(of: last) {
      if found + 1 - length >= 0, begins(text, at: found + 1 - length) { return found + 1 }
      place = found + 1
    }
    return nil
  }

  private func contains(_ text: StaticString, in range: Range<Int>) -> Bool {
    range.contains { held[$0] == UInt8(ascii: "<") && begins(text, at: $0) }
  }
}
