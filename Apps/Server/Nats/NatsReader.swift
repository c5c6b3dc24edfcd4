/// An incremental parser of a NATS server's protocol. It performs no I/O.
struct NatsReader: Sendable {
  enum Said: Sendable, Hashable {
    case info([UInt8])
    case message([UInt8])
    case ping, pong, fine
    case error(String)
  }

  /// A violation of the protocol.
  struct Flaw: Error {}

  /// The longest accepted line; INFO grows with the cluster.
  static let longestLine = 65_536

  private let largest: Int
  private var bytes: [UInt8] = []
  private var start = 0

  init(largest: Int) { self.largest = largest }

  /// Whether no byte waits to be parsed.
  var isEmpty: Bool { start == bytes.count }

  mutating func take(_ more: some Collection<UInt8>) {
    if start > 0, start == bytes.count || start > 262_144 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Returns the next complete operation; nil when more bytes are needed.
  mutating func next() throws(Flaw) -> Said? {
    guard let end = lineEnd() else {
      guard bytes.count - start <= Self.longestLine else { throw Flaw() }
      return nil
    }
    let line = bytes[start..<end]
    let verb = line.prefix { $0 != 0x20 && $0 != 0x09 }
    let rest = line.dropFirst(verb.count)
    switch String(decoding: verb, as: UTF8.self).uppercased() {
    case "MSG": return try message(rest, behind: end + 2)
    case "INFO": return said(.info(Array(rest)), end)
    case "PING": return said(.ping, end)
    case "PONG": return said(.pong, end)
    case "+OK": return said(.fine, end)
    case "-ERR": return said(.error(String(decoding: rest.prefix(200), as: UTF8.self)), end)
    default: throw Flaw()
    }
  }

  private mutating func said(_ said: Said, _ end: Int) -> Said {
    start = end + 2
    return said
  }

  /// Reads `MSG subject sid [reply] size`, followed by that many bytes and a line end.
  private mutating func message(_ rest: ArraySlice<UInt8>, behind begin: Int) throws(Flaw) -> Said? {
    let words = rest.split { $0 == 0x20 || $0 == 0x09 }
    guard 3...4 ~= words.count, let size = Int(String(decoding: words[words.count - 1], as: UTF8.self)),
      0...largest ~= size
    else { throw Flaw() }
    guard bytes.count >= begin + size + 2 else { return nil }
    guard bytes[begin + size] == 0x0D, bytes[begin + size + 1] == 0x0A else { throw Flaw() }
    start = begin + size + 2
    return .message(Array(bytes[begin..<begin + size]))
  }

  private func lineEnd() -> Int? {
    var index = start
    let end = min(bytes.count - 1, start + Self.longestLine)
    while index < end {
      if bytes[index] == 0x0D, bytes[index + 1] == 0x0A { return index }
      index += 1
    }
    return nil
  }
}
