/// Collects the lines of a request's head and interprets them together.
struct HeadLines: Sendable {
  static let lineTooLong = RequestRefusal(.uriTooLong, "the request line is too long")
  static let tooLarge = RequestRefusal(.headersTooLarge, "the header fields are too large")

  private let limits: RequestLimits
  private var fields: [Headers.Field] = []
  private var start: (method: Method, target: Target, authority: String?, version: RequestHead.Version)?
  /// The number of bytes that further fields may have.
  private(set) var room: Int
  private(set) var hasBegun = false

  init(_ limits: RequestLimits) {
    self.limits = limits
    room = limits.headerBytes
  }

  /// Parses the request line (RFC 9112, 3). Returns false for the one empty line that may precede it: old clients send
  /// one after a body.
  mutating func begin(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> Bool {
    if line.isEmpty {
      guard !hasBegun else { throw .bad("empty lines stand before the request") }
      hasBegun = true
      return false
    }
    hasBegun = true
    guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first < last else {
      throw .bad("the request line has not three parts")
    }
    let method = line[..<first]
    guard !method.isEmpty, method.count <= 32, method.allSatisfy(\.isTokenCharacter) else {
      throw .bad("the method is malformed")
    }
    let version = try HeadLines.version(line[(last + 1)...])
    let name = HeadLines.method(method)
    let (target, authority) = try HeadLines.target(line[(first + 1)..<last], of: name)
    start = (name, target, authority, version)
    return true
  }

  /// Parses one field (RFC 9112, 5).
  mutating func add(_ line: ArraySlice<UInt8>) throws(RequestRefusal) {
    guard fields.count < limits.headerCount else {
      throw RequestRefusal(.headersTooLarge, "there are too many header fields")
    }
    room -= line.count + 2
    guard room >= 0 else { throw HeadLines.tooLarge }
    fields.append(try HeadLines.field(line))
  }

  static func field(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> Headers.Field {
    // A line that begins with a space used to continue the line above (obs-fold).
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      throw .bad("a header field has no name")
    }
    // No space before the colon: some parsers strip it, some take it for part of the name.
    var hasUpperCase = false
    for byte in line[..<colon] {
      guard byte.isTokenCharacter else { throw .bad("a header field's name is malformed") }
      if byte.isUpperCase { hasUpperCase = true }
    }
    var value = line[(colon + 1)...]
    while let byte = value.first, byte.isBlank { value.removeFirst() }
    while let byte = value.last, byte.isBlank { value.removeLast() }
    var isPlain = true
    for byte in value {
      guard byte.isFieldCharacter else { throw .bad("a header field's value has a control character") }
      if byte >= 0x80 { isPlain = false }
    }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    guard isPlain || String(validating: value, as: UTF8.self) != nil else {
      throw .bad("a header field's value is not UTF-8")
    }
    return Headers.Field(
      name: hasUpperCase ? name.lowercased() : name, value: String(decoding: value, as: UTF8.self))
  }

  /// Returns the head, or throws if it can be read in more than one way.
  func finished() throws(RequestRefusal) -> RequestHead {
    guard let start else { throw .bad("there is no request line") }
    var said = RequestFraming()
    for field in fields { try said.hear(field) }
    let isOld = start.version == .http10
    let framing = try said.framing(isOld: isOld)
    if said.awaitsOther, !isOld { throw RequestRefusal(.expectationFailed, "that expectation is not met") }
    return RequestHead(
      method: start.method, target: start.target, version: start.version, headers: Headers(fields: fields),
      authority: try said.authority(asked: start.authority, isOld: isOld), framing: framing,
      closes: isOld || said.closes, awaitsContinue: said.awaitsContinue && !isOld && framing != .none)
  }

  private static func version(_ text: ArraySlice<UInt8>) throws(RequestRefusal) -> RequestHead.Version {
    guard text.count == 8, text.starts(with: Array("HTTP/".utf8)) else { throw .bad("the version is malformed") }
    let (major, point, minor) = (text[text.startIndex + 5], text[text.startIndex + 6], text[text.startIndex + 7])
    guard point == UInt8(ascii: "."), major.isDigit, minor.isDigit else { throw .bad("the version is malformed") }
    switch (major, minor) {
    case (UInt8(ascii: "1"), UInt8(ascii: "1")): return .http11
    case (UInt8(ascii: "1"), UInt8(ascii: "0")): return .http10
    default: throw RequestRefusal(.versionNotSupported, "only HTTP/1.1 and HTTP/1.0 are spoken here")
    }
  }

  private static func method(_ bytes: ArraySlice<UInt8>) -> Method {
    Method(String(decoding: bytes, as: UTF8.self))
  }

  /// Parses the four forms of a request target (RFC 9112, 3.2), with the authority if it names one.
  private static func target(
    _ bytes: ArraySlice<UInt8>, of method: Method
  ) throws(RequestRefusal) -> (Target, authority: String?) {
    if method == "CONNECT" { throw RequestRefusal(.notImplemented, "this server is no proxy") }
    if bytes.first == UInt8(ascii: "/") { return (try Target(bytes), nil) }
    if bytes.elementsEqual([UInt8(ascii: "*")]), method == .options { return (.asterisk, nil) }
    let text = String(decoding: bytes, as: UTF8.self)
    for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
      let rest = bytes.dropFirst(scheme.utf8.count)
      let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
      let path = rest[end...]
      let target = path.first == UInt8(ascii: "/") ? path : ArraySlice([UInt8(ascii: "/")] + path)
      return (try Target(target), String(decoding: rest[..<end], as: UTF8.self).lowercased())
    }
    throw .bad("the request's target is neither a path nor an address")
  }
}
