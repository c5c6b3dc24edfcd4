extension FrameSerializer {
  /// Parses the only binary frame that clients of version 2.0.0 send: a broadcast with length-prefixed parts, so that
  /// its content is not quoted twice. Content that is not JSON could not reach clients of 1.0.0 and is refused.
  func read(_ bytes: [UInt8]) throws(Malformed) -> ClientFrame {
    guard self == .arrays else { throw Malformed(what: "binary frames are spoken in version 2.0.0 only") }
    guard bytes.count >= 7, bytes[0] == 3 else { throw Malformed(what: "an unknown binary frame") }
    let lengths = bytes[1...5].map(Int.init)
    guard bytes.count >= 7 + lengths.reduce(0, +) else { throw Malformed(what: "half a binary frame") }
    var parts: [String] = []
    var start = 7
    for length in lengths {
      guard let part = String(validating: bytes[start..<(start + length)], as: UTF8.self) else {
        throw Malformed(what: "a binary frame's words are UTF-8")
      }
      parts.append(part)
      start += length
    }
    guard bytes[6] == 1 else { throw Malformed(what: "a broadcast's content is JSON") }
    let content = bytes[start...]
    guard String(validating: content, as: UTF8.self) != nil, JSONSlices.isWhole(content) else {
      throw Malformed(what: "a broadcast's content is JSON")
    }
    func reference(_ text: String) -> [UInt8] { text.isEmpty ? FrameSerializer.null : JSONSlices.quoted(text) }
    return ClientFrame(
      joinRef: reference(parts[0]), ref: reference(parts[1]), topic: parts[2], event: "broadcast",
      payload: [UInt8](#"{"type":"broadcast","event":\#(parts[3]),"payload":\#(raw: content)}"#))
  }
}
