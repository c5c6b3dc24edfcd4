internal import CGumbo
public import Kernel

/// A page of HTML as a browser's parser reads it, without running any of it.
public struct StaticPage: Sendable {
  /// Largest page, in bytes.
  public static let mostBytes = 8 << 20
  /// Deepest nesting of elements, as in Chromium.
  public static let deepest = 512

  /// In document order; the first is the document itself.
  let nodes: [PageNode]
  /// The first element of each id.
  let places: [String: Int]
  /// The texts of linked style sheets, by the addresses that the page gives them.
  let sheets: [String: String]

  /// Reads a page of UTF-8; other bytes become replacement characters. `sheets` has the texts of linked style sheets by
  /// their addresses in the page. Throws when the page passes a limit, or where the library is missing.
  public init(_ bytes: [UInt8], sheets: [String: String] = [:]) throws(Problem) {
    guard bytes.count <= StaticPage.mostBytes else {
      throw Problem(
        "page-too-large", "The page is larger than \(StaticPage.mostBytes >> 20) MB.",
        remedy: "Check a part of it, or save it without embedded files.")
    }
    guard page_is_available() else {
      throw Problem(
        "no-gumbo", "Pages cannot be read, since the library Gumbo is not installed.",
        remedy: "Install Debian's package libgumbo-dev, or run Scripts/setup.")
    }
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    nodes = try StaticPage.nodes(of: text)
    var places: [String: Int] = [:]
    for (place, node) in nodes.enumerated() {
      guard let id = node.attributes["id"], places[id] == nil else { continue }
      places[id] = place
    }
    self.places = places
    self.sheets = sheets
  }

  public init(_ text: String, sheets: [String: String] = [:]) throws(Problem) {
    try self.init(Array(text.utf8), sheets: sheets)
  }

  /// The addresses of the style sheets that the page links and does not hold.
  public var linkedSheets: [String] {
    nodes.filter { $0.html == "link" && PageSheet.isOuterSheet($0) }.compactMap { $0["href"]?.trimmed }
  }

  private static func nodes(of text: [UInt8]) throws(Problem) -> [PageNode] {
    var limits = page_limits(most_memory: 256 << 20, deepest: Int32(deepest), most_attributes: 500, most_seconds: 10)
    var nodes: [PageNode] = []
    let outcome = text.withUnsafeBytes { bytes -> Int32 in
      guard let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return Int32(page_done) }
      // SAFETY: `page` is filled in before it is read, which page_done says.
      return withUnsafeTemporaryAllocation(of: page.self, capacity: 1) { room in
        guard let read = room.baseAddress else { return Int32(page_is_too_large) }
        let outcome = page_read(start, bytes.count, &limits, read)
        guard outcome == Int32(page_done) else { return outcome }
        nodes = copied(read.pointee)
        page_free(read)
        return outcome
      }
    }
    switch Int(outcome) {
    case Int(page_done): return nodes.isEmpty ? [PageNode(parent: -1)] : nodes
    case Int(page_is_too_deep):
      throw Problem(
        "page-too-deep", "The page nests elements deeper than \(deepest) levels, which browsers do not keep either.",
        remedy: "Close its elements, or check a part of it.")
    case Int(page_has_too_many_attributes):
      throw Problem(
        "page-attributes", "A tag of the page has more than \(limits.most_attributes) attributes.",
        remedy: "Check that its quotation marks are closed.")
    default:
      throw Problem(
        "page-too-intricate", "The page takes more memory or time to read than is allowed.",
        remedy: "Check a part of it.")
    }
  }

  private static func copied(_ read: page) -> [PageNode] {
    var nodes: [PageNode] = []
    nodes.reserveCapacity(Int(read.node_count))
    for place in 0..<Int(read.node_count) {
      let source = read.nodes[place]
      var node = PageNode(parent: Int(source.parent))
      node.line = Int(source.line)
      node.column = Int(source.column)
      let text = source.text.map { text in
        String(decoding: UnsafeRawBufferPointer(start: text, count: source.length), as: UTF8.self)
      }
      switch Int(source.kind) {
      case Int(page_text): node.kind = .text(text ?? "")
      case Int(page_element):
        let space: PageNode.Space =
          switch Int(source.space) {
          case Int(page_svg): .svg
          case Int(page_math): .math
          default: .html
          }
        let name = text ?? ""
        node.kind = .element(space == .html ? name.lowercased() : name, space)
        for index in 0..<Int(source.attributes) {
          let attribute = read.attributes[Int(source.first_attribute) + index]
          let name = String(cString: attribute.name)
          if node.attributes[name] == nil { node.attributes[name] = String(cString: attribute.value) }
        }
      default: break
      }
      nodes.append(node)
      if node.parent >= 0 { nodes[node.parent].children.append(place) }
    }
    // A subtree is a range, since the nodes are in document order.
    for place in nodes.indices.reversed() {
      nodes[place].end = max(nodes[place].end, place + 1)
      let parent = nodes[place].parent
      if parent >= 0 { nodes[parent].end = max(nodes[parent].end, nodes[place].end) }
    }
    number(&nodes)
    return nodes
  }

  /// Numbers siblings of one name.
  private static func number(_ nodes: inout [PageNode]) {
    for parent in nodes.indices where nodes[parent].children.count > 1 {
      var counts: [String: Int] = [:]
      for child in nodes[parent].children where nodes[child].isElement { counts[nodes[child].name, default: 0] += 1 }
      var seen: [String: Int] = [:]
      for child in nodes[parent].children where counts[nodes[child].name, default: 0] > 1 {
        seen[nodes[child].name, default: 0] += 1
        nodes[child].number = seen[nodes[child].name, default: 0]
      }
    }
  }
}

/// A document, an element or a text.
struct PageNode: Sendable {
  enum Space: Sendable {
    case html, svg, math
  }
  enum Kind: Sendable {
    case document
    case element(String, Space)
    case text(String)
  }

  var kind = Kind.document
  let parent: Int
  var children: [Int] = []
  /// The place behind its last descendant.
  var end = 0
  var attributes: [String: String] = [:]
  /// Its number among siblings of the same name, from one; zero where it is alone.
  var number = 0
  var line = 0
  var column = 0

  init(parent: Int) { self.parent = parent }

  /// The name of an element; empty for others.
  var name: String {
    if case .element(let name, _) = kind { return name }
    return ""
  }
  /// The name of an element of HTML; empty for others.
  var html: String {
    if case .element(let name, .html) = kind { return name }
    return ""
  }
  var isElement: Bool {
    if case .element = kind { return true }
    return false
  }
  var isSVG: Bool {
    if case .element(_, .svg) = kind { return true }
    return false
  }
  var isHTMLOrSVG: Bool { !html.isEmpty || isSVG }
  var text: String? {
    if case .text(let text) = kind { return text }
    return nil
  }

  subscript(_ attribute: String) -> String? { attributes[attribute] }
  func has(_ attribute: String) -> Bool { attributes[attribute] != nil }
  /// The value in lower case without space around it, for keywords.
  func keyword(_ attribute: String) -> String? { attributes[attribute].map { $0.trimmed.lowercased() } }
  /// The tokens of a list that is separated by space.
  func tokens(_ attribute: String) -> [String] { attributes[attribute]?.words ?? [] }
  /// The type of a control, in lower case; space around it makes it another type.
  var type: String? { attributes["type"]?.lowercased() }
  /// The tabindex, where it begins with a number.
  var tabIndex: Int? { integer("tabindex") }
  /// The whole number with which a value begins.
  func integer(_ attribute: String) -> Int? {
    guard let words = attributes[attribute]?.trimmed else { return nil }
    let sign = words.hasPrefix("-") || words.hasPrefix("+") ? words.prefix(1) : ""
    return Int(sign + words.dropFirst(sign.count).prefix { $0.isNumber && $0.isASCII }.prefix(9))
  }
}

extension String {
  /// Without space of HTML around it.
  var trimmed: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return self }
    guard first.isPageSpace || last.isPageSpace else { return self }
    let start = unicodeScalars.drop { $0.isPageSpace }
    let count = start.reversed().prefix { $0.isPageSpace }.count
    return String(start.dropLast(count))
  }
  var isBlank: Bool { unicodeScalars.allSatisfy { $0.isPageSpace || $0 == "\u{A0}" || $0.properties.isWhitespace } }
  /// Split at space of HTML.
  var words: [String] { unicodeScalars.split { $0.isPageSpace }.map { String($0) } }
  /// With one space for each run of space, and none around it.
  var collapsed: String {
    unicodeScalars.split { $0.isPageSpace || $0 == "\u{A0}" }.map { String($0) }.joined(separator: " ")
  }
}

extension Unicode.Scalar {
  var isPageSpace: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\u{C}" }
}
