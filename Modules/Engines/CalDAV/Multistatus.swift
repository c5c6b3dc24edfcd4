public import Kernel
internal import Markup

/// An element of an answer: its space and name, its text, and the elements in it.
public struct DAVElement: Sendable, Hashable {
  /// `DAV: getetag`, with a space between.
  public let name: String
  public internal(set) var text = ""
  public internal(set) var children: [DAVElement] = []

  subscript(_ name: String) -> DAVElement? { children.first { $0.name == name } }

  func all(_ name: String) -> [DAVElement] { children.filter { $0.name == name } }
}

/// The answer of a server about several resources (RFC 4918), read within limits and without entities.
public struct Multistatus: Sendable, Hashable {
  public struct Response: Sendable, Hashable {
    public let href: String
    /// The status of the resource itself; nil where only its properties have one.
    public let status: Int?
    /// The properties that were found.
    public let found: [DAVElement]

    func property(_ name: String) -> DAVElement? { found.first { $0.name == name } }
  }

  public let responses: [Response]
  public let token: String?

  /// Throws for anything else than a multistatus.
  public init(_ bytes: [UInt8]) throws(Problem) {
    let root = try DAVReader.read(bytes)
    guard root.name == "DAV: multistatus" else { throw .badAnswer("it is no list of resources") }
    token = root["DAV: sync-token"].map { $0.text.trimmed }.flatMap { $0.isEmpty ? nil : $0 }
    responses = root.all("DAV: response").compactMap { element in
      guard let href = element["DAV: href"]?.text.trimmed, !href.isEmpty else { return nil }
      let found = element.all("DAV: propstat")
        .filter { Multistatus.code($0["DAV: status"]).map { 200...299 ~= $0 } ?? true }
        .flatMap { $0["DAV: prop"]?.children ?? [] }
      return Response(href: href, status: Multistatus.code(element["DAV: status"]), found: found)
    }
  }

  private static func code(_ element: DAVElement?) -> Int? {
    element?.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// The names of the conditions that an error names, such as `DAV: valid-sync-token`.
  static func conditions(_ bytes: [UInt8]) -> [String] {
    guard let root = try? DAVReader.read(bytes), root.name == "DAV: error" else { return [] }
    return root.children.map(\.name)
  }
}

/// Reads XML into elements.
///
/// Not Sendable: one call makes it, feeds it and drops it.
private final class DAVReader {
  private static let deepest = 32
  private static let most = 400_000
  private static let longest = 16 << 20

  private var open: [DAVElement] = []
  private var root: DAVElement?
  private var count = 0
  private var problem: Problem?
  private var stream: XMLStream?

  static func read(_ bytes: [UInt8]) throws(Problem) -> DAVElement {
    guard bytes.count <= longest else { throw .badAnswer("it is larger than 16 MB") }
    let reader = DAVReader()
    let stream = XMLStream(events, of: Unmanaged.passUnretained(reader).toOpaque(), separator: 32)
    reader.stream = stream
    defer { reader.stream = nil }
    let isRead = bytes.withUnsafeBytes { (try? stream.parse($0, isLast: true)) != nil }
    if let problem = reader.problem { throw problem }
    guard isRead, let root = reader.root else {
      throw .badAnswer("it is no XML, or it is cut short")
    }
    return root
  }

  private static var events: XMLStream.Events {
    XMLStream.Events(
      began: { context, name, _ in
        guard let context, let name else { return }
        Unmanaged<DAVReader>.fromOpaque(context).takeUnretainedValue().began(String(cString: name))
      },
      ended: { context, _ in
        guard let context else { return }
        Unmanaged<DAVReader>.fromOpaque(context).takeUnretainedValue().ended()
      },
      heard: { context, bytes, count in
        guard let context, let bytes else { return }
        Unmanaged<DAVReader>.fromOpaque(context).takeUnretainedValue()
          .heard(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      },
      // No answer needs a document type, and entities are how answers attack.
      typed: { context, _, _, _, _ in
        guard let context else { return }
        Unmanaged<DAVReader>.fromOpaque(context).takeUnretainedValue().fail("it declares a document type")
      })
  }

  private func fail(_ why: String) {
    if problem == nil { problem = .badAnswer(why) }
    stream?.stop()
  }

  private func began(_ name: String) {
    count += 1
    guard open.count < DAVReader.deepest, count <= DAVReader.most else { return fail("it has too many elements") }
    open.append(DAVElement(name: name))
  }

  private func heard(_ bytes: UnsafeRawBufferPointer) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
  }

  private func ended() {
    guard let last = open.popLast() else { return }
    if open.isEmpty { root = last } else { open[open.count - 1].children.append(last) }
  }
}

extension Problem {
  static func badAnswer(_ why: String) -> Problem {
    Problem(
      "caldav-unreadable", "What the calendar server answered cannot be read: \(why).",
      safe: "Your events are unchanged on this device.", remedy: "Try again later, or check the address.")
  }
}

extension String {
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// The text within an element.
  var inXML: String {
    var out = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      default: if scalar.value >= 32 { out.unicodeScalars.append(scalar) }
      }
    }
    return out
  }
}
