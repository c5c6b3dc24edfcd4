/// The header of a frame, checked before any payload is stored.
struct FrameHead: Sendable, Hashable {
  var opcode: WebSocketFrame.Opcode
  var isFinal: Bool
  var length: Int
  var mask: [UInt8]?

  /// Reads the header of a frame that arrives at this end. Returns nil while it is incomplete. `size` is its length in
  /// bytes.
  static func read(
    _ bytes: ArraySlice<UInt8>, at end: WebSocketRole
  ) throws(SocketFailure) -> (head: FrameHead, size: Int)? {
    guard let first = bytes.first else { return nil }
    guard first & 0x70 == 0 else { throw .broken("a reserved bit is set") }
    guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else { throw .broken("the opcode is reserved") }
    let isFinal = first & 0x80 != 0
    guard isFinal || !opcode.isControl else { throw .broken("a control frame is in fragments") }
    guard bytes.count >= 2 else { return nil }
    let second = bytes[bytes.startIndex + 1]
    let isMasked = end == .server
    guard (second & 0x80 != 0) == isMasked else {
      throw .broken(isMasked ? "a client's frame is not masked" : "a server's frame is masked")
    }
    let short = Int(second & 0x7F)
    guard short <= 125 || !opcode.isControl else { throw .broken("a control frame is too long") }
    let lengthSize = short == 126 ? 2 : short == 127 ? 8 : 0
    let size = 2 + lengthSize + (isMasked ? 4 : 0)
    // An invalid length is reported before the mask has arrived.
    guard bytes.count >= 2 + lengthSize else { return nil }
    let length = try FrameHead.length(short, bytes.dropFirst(2).prefix(lengthSize))
    guard bytes.count >= size else { return nil }
    let mask = isMasked ? Array(bytes.dropFirst(2 + lengthSize).prefix(4)) : nil
    return (FrameHead(opcode: opcode, isFinal: isFinal, length: length, mask: mask), size)
  }

  private static func length(_ short: Int, _ bytes: ArraySlice<UInt8>) throws(SocketFailure) -> Int {
    guard short >= 126 else { return short }
    guard bytes.count == 2 || bytes.first.map({ $0 < 0x80 }) == true else { throw .broken("the length is negative") }
    let length = bytes.reduce(0) { $0 << 8 | Int($1) }
    guard length > (short == 126 ? 125 : 65_535) else { throw .broken("the length is not in its shortest form") }
    return length
  }
}
