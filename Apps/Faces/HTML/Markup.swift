internal import Interface

/// HTML in the making. What is no markup is escaped on its way in, so nothing that a person wrote can become any.
struct Markup {
  private(set) var text = ""

  mutating func raw(_ html: StaticString) { text += html.description }

  /// An opening tag. An attribute whose value is nil is left out; an empty one stands alone.
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
    text += ">"
  }

  mutating func close(_ tag: StaticString) { text += "</\(tag.description)>" }

  /// Words between tags.
  mutating func words(_ words: String) { append(words, quoted: false) }

  /// A tag with nothing but words in it.
  mutating func tag(_ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], words: String) {
    open(tag, attributes)
    self.words(words)
    close(tag)
  }

  /// For those who hear the page; those who see it see it otherwise. The comma parts it from what stands before.
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

  /// A drawing that Plot wrote, which escapes every word in it.
  mutating func drawing(_ svg: String) { text += svg }

  /// Markup that was made here before.
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
    // Control characters mean nothing in a text, and HTML has no way to write them.
    case 0...8, 0xB, 0xE...0x1F, 0x7F: "\u{FFFD}"
    default: nil
    }
  }
}
