internal import Interface

/// An HTML builder. Text and attribute values are escaped when they are appended, so user input never becomes markup.
struct Markup {
  private(set) var text = ""
  /// The marks of switch and voice control for the tag that is opened next.
  private var isScanned = false
  private var called: Int?

  mutating func mark(isScanned: Bool, called: Int?) { (self.isScanned, self.called) = (isScanned, called) }

  mutating func raw(_ html: StaticString) { text += html.description }

  /// Appends an opening tag. An attribute with the value nil is omitted; one with an empty value is written as its name
  /// alone.
  mutating func open(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) {
    text += "<\(tag.description)"
    for (name, value) in attributes {
      guard let value else { continue }
      text += " \(name.description)"
      if !value.isEmpty {
        text += "=\""
        append(value, quoted: true)
        text += "\""
      }
    }
    if isScanned { text += " data-scanned" }
    if let called { text += " data-called=\"\(called)\"" }
    (isScanned, called) = (false, nil)
    text += ">"
  }

  mutating func close(_ tag: StaticString) { text += "</\(tag.description)>" }

  /// Appends escaped text.
  mutating func words(_ words: String) { append(words, quoted: false) }

  /// Appends an element that contains only text.
  mutating func tag(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], words: String) {
    open(tag, attributes)
    self.words(words)
    close(tag)
  }

  /// Appends text for screen readers only. The comma separates it from the preceding text.
  mutating func unseen(_ words: String) {
    open("span", ["class": "unseen"])
    self.words(", \(words)")
    close("span")
  }

  mutating func icon(_ icon: Icon) { glyph(Glyph.path(of: icon)) }

  mutating func glyph(_ path: StaticString) {
    text +=
      "<svg class=\"icon\" width=\"24\" height=\"24\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path.description)\"/></svg>"
  }

  /// Appends SVG written by Plot, which escapes every text in it.
  mutating func drawing(_ svg: String) { text += svg }

  /// Appends markup that is escaped already.
  mutating func append(_ other: Markup) { text += other.text }

  private mutating func append(_ words: String, quoted: Bool) {
    var rest = words.utf8[...]
    while let at = rest.firstIndex(where: { Markup.entity($0, quoted) != nil }) {
      text += Substring(rest[..<at])
      text += Markup.entity(rest[at], quoted)?.description ?? ""
      rest = rest[rest.index(after: at)...]
    }
    text += Substring(rest)
  }

  private static func entity(_ byte: UInt8, _ quoted: Bool) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): quoted ? "&quot;" : nil
    // HTML cannot represent control characters.
    case 0...8, 0xB, 0xE...0x1F, 0x7F: "\u{FFFD}"
    default: nil
    }
  }
}
