/// A strictly parsed piece of HTML: properly nested tags, no duplicate attributes, nothing unescaped.
final class Tag {
  let name: String
  let attributes: [String: String]
  private(set) var children: [Tag] = []
  /// Its own text and that of all its descendants.
  private(set) var text = ""
  /// The text directly in it, outside of its child tags.
  private(set) var ownText = ""

  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private static let void: Set<String> = ["input", "img", "hr", "br", "link", "meta", "!doctype"]

  private init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes[attribute] }
  var id: String? { self["id"] }
  var all: [Tag] { [self] + children.flatMap(\.all) }
  func first(_ isWanted: (Tag) -> Bool) -> Tag? { all.first(where: isWanted) }
  func called(_ name: String) -> [Tag] { all.filter { $0.name == name } }

  /// The outline without the content of the tag for that element's children.
  func outline(emptying id: String) -> String {
    let inner = self["data-in"] == id ? "" : children.map { $0.outline(emptying: id) }.joined()
    let pairs = attributes.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
    return "<\(name) \(pairs)>\(self["data-in"] == id ? "" : ownText)\(inner)</\(name)>"
  }

  /// Returns the top-level tags of a text.
  static func read(_ html: String) throws -> [Tag] {
    let root = Tag("", [:])
    var open = [root]
    var rest = Substring(html)
    while let first = rest.first {
      if first != "<" {
        let words = String(rest.prefix { $0 != "<" })
        rest = rest.dropFirst(words.count)
        let said = try plain(words)
        for tag in open { tag.text += said }
        open[open.count - 1].ownText += said
        continue
      }
      guard let end = endOfTag(rest) else { throw Broken(description: "a tag without an end: \(rest.prefix(60))") }
      let inside = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      if inside.first == "/" {
        let name = String(inside.dropFirst())
        guard open.count > 1, open[open.count - 1].name == name else {
          throw Broken(description: "</\(name)> closes <\(open[open.count - 1].name)>")
        }
        open.removeLast()
        continue
      }
      var isClosed = false
      let tag = try tag(inside, &isClosed)
      open[open.count - 1].children.append(tag)
      if !isClosed, !void.contains(tag.name.lowercased()) { open.append(tag) }
    }
    guard open.count == 1 else { throw Broken(description: "<\(open[open.count - 1].name)> is not closed") }
    return root.children
  }

  /// The end of the tag that begins here; a ">" within quotes does not count.
  private static func endOfTag(_ text: Substring) -> Substring.Index? {
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == ">", !isQuoted { return index }
    }
    return nil
  }

  private static func tag(_ text: Substring, _ isClosed: inout Bool) throws -> Tag {
    var rest = text
    if rest.last == "/" {
      isClosed = true
      rest.removeLast()
    }
    let name = String(rest.prefix { $0 != " " })
    guard !name.isEmpty, !name.contains("<") else { throw Broken(description: "no tag: <\(text.prefix(60))>") }
    rest = rest.dropFirst(name.count)
    var attributes: [String: String] = [:]
    while !rest.isEmpty {
      guard rest.first == " " else { throw Broken(description: "no space before an attribute: <\(text.prefix(80))>") }
      rest.removeFirst()
      let key = String(rest.prefix { $0 != " " && $0 != "=" })
      rest = rest.dropFirst(key.count)
      var value = ""
      if rest.hasPrefix("=\"") {
        let quoted = rest.dropFirst(2).prefix { $0 != "\"" }
        value = try plain(String(quoted))
        rest = rest.dropFirst(3 + quoted.count)
      }
      guard !key.isEmpty, !key.contains("\""), attributes.updateValue(value, forKey: key) == nil else {
        throw Broken(description: "an attribute without a name, or twice: \(key) in <\(text.prefix(80))>")
      }
    }
    return Tag(name, attributes)
  }

  private static func plain(_ words: String) throws -> String {
    var text = ""
    var rest = Substring(words)
    while let first = rest.first {
      guard first == "&" else {
        if first == "<" { throw Broken(description: "an unescaped < in \(words.prefix(60))") }
        text.append(rest.removeFirst())
        continue
      }
      let entities = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\""]
      guard let found = entities.first(where: { rest.hasPrefix($0.key) }) else {
        throw Broken(description: "an unescaped & in \(words.prefix(60))")
      }
      text += found.value
      rest = rest.dropFirst(found.key.count)
    }
    return text
  }
}
