/// Parses requests from the bytes of one connection, strictly. Ambiguous input is refused: an intermediary (a proxy, a
/// browser's cache) may have read it differently, and the difference enables request smuggling.
///
/// A plain value. The result does not depend on how the bytes were split.
public struct RequestParser: Sendable {
  public enum Event: Sendable, Hashable {
    /// The header fields are complete. Parsing continues after `allow` has set the limit of the body.
    case head(RequestHead)
    /// The next bytes of a body that is delivered while it arrives.
    case part([UInt8])
    /// The body is complete, and with it the request. Empty when it was delivered in parts.
    case body([UInt8])
  }

  /// The part of a request that is being read, which determines the timeout for the rest.
  enum Place: Sendable {
    case between, inHead, inBody
  }

  private enum Phase {
    case line, fields, undecided(RequestHead.Framing)
    case counted(left: Int)
    case chunked(ChunkedBody)
    case refused(RequestRefusal)
  }

  private let limits: RequestLimits
  private var input = Input()
  private var phase = Phase.line
  private var head: HeadLines
  private var body: [UInt8] = []
  private var isInParts = false
  private var delivered = 0

  public init(_ limits: RequestLimits = RequestLimits()) {
    self.limits = limits
    head = HeadLines(limits)
  }

  /// The number of bytes received and not parsed.
  var unread: Int { input.count }

  /// The number of bytes of the body that are in memory.
  var bodyCount: Int { body.count }

  /// The number of bytes of the body received so far.
  var received: Int { delivered + body.count }

  var place: Place {
    switch phase {
    case .line: input.isEmpty && !head.hasBegun ? .between : .inHead
    case .fields: .inHead
    default: .inBody
    }
  }

  public mutating func append(_ bytes: some Sequence<UInt8>) { input.append(bytes) }

  /// Returns the next event; nil until more bytes arrive. After a refusal it throws that refusal each time.
  public mutating func next() throws(RequestRefusal) -> Event? {
    do {
      let event = try advance()
      input.compact()
      return event
    } catch {
      phase = .refused(error)
      throw error
    }
  }

  /// Sets the limit of the body of the request whose head was just returned. With `inParts` its bytes are returned as
  /// they arrive, rather than together at its end.
  public mutating func allow(upTo limit: Int, inParts: Bool = false) throws(RequestRefusal) {
    guard case .undecided(let framing) = phase else { return }
    isInParts = inParts
    switch framing {
    case .none: phase = .counted(left: 0)
    case .length(let length) where length <= limit:
      phase = .counted(left: length)
      // Bounded: a client that only announces a large body must not cost memory.
      body.reserveCapacity(min(length, 65_536))
    case .length:
      let refusal = ChunkedBody.tooLarge
      phase = .refused(refusal)
      throw refusal
    case .chunked: phase = .chunked(ChunkedBody(limit: limit, limits))
    }
  }

  /// Returns the bytes after the last request, for the protocol that the connection changes to.
  mutating func takeRest() -> [UInt8] {
    defer { input.compact() }
    return Array(input.take(upTo: .max))
  }

  private mutating func advance() throws(RequestRefusal) -> Event? {
    while true {
      switch phase {
      case .refused(let refusal): throw refusal
      case .undecided: return nil
      case .line:
        guard let line = try input.line(limit: limits.requestLine, orElse: HeadLines.lineTooLong) else { return nil }
        if try head.begin(input.bytes[line]) { phase = .fields }
      case .fields:
        guard let line = try input.line(limit: head.room, orElse: HeadLines.tooLarge) else { return nil }
        if line.isEmpty {
          let finished = try head.finished()
          head = HeadLines(limits)
          phase = .undecided(finished.framing)
          return .head(finished)
        }
        try head.add(input.bytes[line])
      case .counted(let left):
        let part = input.take(upTo: left)
        body.append(contentsOf: part)
        guard part.count == left else {
          phase = .counted(left: left - part.count)
          return part.isEmpty ? nil : someOfBody()
        }
        if let event = someOfBody() {
          phase = .counted(left: 0)
          return event
        }
        return whole()
      case .chunked(var chunked):
        // Released first: a value held twice is copied.
        phase = .line
        let isDone = try chunked.read(&input, into: &body)
        guard isDone else {
          phase = .chunked(chunked)
          return someOfBody()
        }
        if let event = someOfBody() {
          phase = .counted(left: 0)
          return event
        }
        return whole()
      }
    }
  }

  /// Hands out the bytes in memory of a body that is delivered in parts.
  private mutating func someOfBody() -> Event? {
    guard isInParts, !body.isEmpty else { return nil }
    defer { body = [] }
    delivered += body.count
    return .part(body)
  }

  private mutating func whole() -> Event {
    defer { (body, delivered) = ([], 0) }
    phase = .line
    return .body(body)
  }
}

/// The limits of a request's head.
public struct RequestLimits: Sendable {
  public var requestLine: Int
  /// In bytes, of all header fields together, and of all trailer fields.
  public var headerBytes: Int
  public var headerCount: Int

  public init(requestLine: Int = 8_192, headerBytes: Int = 32_768, headerCount: Int = 100) {
    self.requestLine = requestLine
    self.headerBytes = headerBytes
    self.headerCount = headerCount
  }
}
