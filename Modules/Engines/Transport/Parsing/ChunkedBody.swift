/// Parses a chunked body (RFC 9112, 7.1) and the trailer fields after it, which are checked and dropped.
struct ChunkedBody: Sendable {
  static let tooLarge = RequestRefusal(.contentTooLarge, "the body is too large")
  private static let malformed = RequestRefusal.bad("a chunk is malformed")
  /// The longest size line, with its extensions, which are allowed and ignored. Short, since a client could otherwise
  /// keep us reading them without end (CVE-2023-39326).
  private static let sizeLine = 64
  /// Names that would determine a message's framing or sender (RFC 9110, 6.5.1).
  private static let forbidden: Set = [
    "content-length", "transfer-encoding", "host", "connection", "upgrade", "expect", "te", "trailer",
    "authorization", "cookie", "content-type", "content-encoding", "content-range",
  ]

  private enum Phase {
    case size, data(left: Int), dataEnd, trailers
  }

  /// The number of bytes that further chunks may have.
  private var room: Int
  private var phase = Phase.size
  private var trailerRoom: Int
  private var trailersLeft: Int

  init(limit: Int, _ limits: RequestLimits) {
    room = limit
    trailerRoom = limits.headerBytes
    trailersLeft = limits.headerCount
  }

  /// Returns true when the last chunk and the trailers are read.
  mutating func read(_ input: inout Input, into body: inout [UInt8]) throws(RequestRefusal) -> Bool {
    while true {
      switch phase {
      case .size:
        guard let line = try input.line(limit: ChunkedBody.sizeLine, orElse: ChunkedBody.malformed) else {
          return false
        }
        let size = try ChunkedBody.size(input.bytes[line])
        guard size <= room else { throw ChunkedBody.tooLarge }
        room -= size
        phase = size == 0 ? .trailers : .data(left: size)
      case .data(let left):
        let part = input.take(upTo: left)
        body.append(contentsOf: part)
        guard part.count == left else {
          phase = .data(left: left - part.count)
          return false
        }
        phase = .dataEnd
      case .dataEnd:
        guard let line = try input.line(limit: 0, orElse: ChunkedBody.malformed) else { return false }
        guard line.isEmpty else { throw ChunkedBody.malformed }
        phase = .size
      case .trailers:
        guard let line = try input.line(limit: trailerRoom, orElse: HeadLines.tooLarge) else { return false }
        if line.isEmpty { return true }
        trailerRoom -= line.count + 2
        trailersLeft -= 1
        guard trailerRoom >= 0, trailersLeft >= 0 else { throw HeadLines.tooLarge }
        let field = try HeadLines.field(input.bytes[line])
        guard !ChunkedBody.forbidden.contains(field.name) else { throw .bad("a trailer field belongs before the body") }
      }
    }
  }

  private static func size(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    var size = 0
    var digits = 0
    var rest = line
    while let byte = rest.first, let value = byte.hexValue {
      digits += 1
      guard digits <= 8 else { throw malformed }
      size = size << 4 | Int(value)
      rest.removeFirst()
    }
    guard digits > 0, rest.isEmpty || rest.first == UInt8(ascii: ";"),
      rest.allSatisfy({ $0.isFieldCharacter && $0 < 0x80 })
    else { throw malformed }
    return size
  }
}
