import Testing

@testable import WebSocketCodec

@Suite("Writing frames")
struct WritingTests {
  @Test("the reason of a close is cut to 123 bytes at a character boundary, and is read back")
  func close() throws {
    let long = String(repeating: "€", count: 42)
    for (reason, kept) in [("", ""), ("bye", "bye"), (long, String(long.dropLast()))] {
      let bytes = WebSocketFrame.close(.goingAway, reason: reason).encoded(as: .server)
      #expect(bytes.prefix(4) == [0x88, UInt8(kept.utf8.count + 2), 0x03, 0xE9])
      var reader = MessageReader(.client, limit: 0)
      reader.append(bytes[...])
      #expect(try reader.next() == .close(.goingAway, reason: kept))
    }
  }

  @Test("a server's frames are not masked, and a client's are")
  func roles() {
    let frame = Message.text("hi").frame
    #expect(frame.encoded(as: .server) == [0x81, 2, 0x68, 0x69])
    let masked = frame.encoded(as: .client)
    #expect(masked.count == 8 && masked[1] == 0x82)
    #expect([masked[6] ^ masked[2], masked[7] ^ masked[3]] == [0x68, 0x69])
  }

  @Test("the accept value is that of the example in RFC 6455")
  func accept() {
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }
}
