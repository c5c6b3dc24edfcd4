import Foundation
import Kernel
import Testing

@testable import Supabase

@Suite("Reading a WebSocket")
struct SocketReaderTests {
  /// A frame as a server writes it.
  static func frame(_ first: UInt8, _ payload: [UInt8], places: Int? = nil, mask: Bool = false) -> [UInt8] {
    var bytes = [first]
    let flag: UInt8 = mask ? 0x80 : 0
    let places = places ?? (payload.count < 126 ? 0 : payload.count < 65_536 ? 2 : 8)
    bytes.append(flag | (places == 0 ? UInt8(payload.count) : places == 2 ? 126 : 127))
    for shift in stride(from: (places - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
    }
    return bytes + payload
  }

  static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  static func read(_ bytes: [UInt8], by size: Int = .max, most: Int = 1 << 20) throws(SocketFlaw) -> [SocketReader.Said]
  {
    var reader = SocketReader(most: most)
    var said: [SocketReader.Said] = []
    var rest = bytes[...]
    repeat {
      reader.take(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let one = try reader.next() { said.append(one) }
    } while !rest.isEmpty
    return said
  }

  @Test(
    "whole and fragmented texts and interleaved frames are read, however the bytes are split",
    arguments: [1, 2, 3, 7, .max])
  func whole(_ size: Int) throws {
    let long = String(repeating: "ö", count: 40_000)
    let emoji = Array("🙂".utf8)
    let bytes =
      SocketReaderTests.text("hä") + SocketReaderTests.frame(0x01, Array(emoji[..<1]))
      + SocketReaderTests.frame(0x89, [1, 2]) + SocketReaderTests.frame(0x00, Array(emoji[1..<3]))
      + SocketReaderTests.frame(0x8A, []) + SocketReaderTests.frame(0x80, Array(emoji[3...]))
      + SocketReaderTests.frame(0x82, [0xFF]) + SocketReaderTests.text("") + SocketReaderTests.text(long)
      + SocketReaderTests.text(String(repeating: "a", count: 200)) + SocketReaderTests.frame(0x88, [0x03, 0xE9, 0x62])
    #expect(
      try SocketReaderTests.read(bytes, by: size) == [
        .text(Array("hä".utf8)), .ping([1, 2]), .pong, .text(emoji), .binary([0xFF]), .text([]),
        .text(Array(long.utf8)),
        .text([UInt8](repeating: 0x61, count: 200)), .close(1001),
      ])
  }

  @Test(
    "what RFC 6455 does not allow is refused with its close code",
    arguments: [
      ([0xC1, 0], 1002), ([0x83, 0], 1002), ([0x8B, 0], 1002), ([0x09, 0], 1002), ([0x89, 126, 0, 126], 1002),
      ([0x81, 0x81, 1, 2, 3, 4, 5], 1002), ([0x80, 0], 1002), ([0x00, 0], 1002), ([0x01, 0, 0x81, 0], 1002),
      ([0x81, 126, 0, 125], 1002), ([0x81, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
      ([0x81, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1009),
      ([0x81, 127, 0, 0, 0, 0, 0, 0x10, 0, 1], 1009),
      ([0x81, 1, 0xFF], 1007), ([0x81, 2, 0xC3, 0x28], 1007), ([0x81, 1, 0xC3], 1007),
      ([0x81, 3, 0xED, 0xA0, 0x80], 1007),
      ([0x01, 1, 0xC3, 0x80, 1, 0x28], 1007), ([0x88, 1, 3], 1002), ([0x88, 2, 3, 0xED], 1002),
      ([0x88, 2, 0, 0], 1002),
      ([0x88, 3, 3, 0xE8, 0xFF], 1007),
    ] as [([UInt8], UInt16)])
  func refused(_ bytes: [UInt8], _ code: UInt16) {
    for size in [1, .max] {
      do throws(SocketFlaw) {
        let said = try SocketReaderTests.read(bytes, by: size)
        Issue.record("\(bytes): \(said)")
      } catch {
        #expect(error.code == code, "\(bytes): \(error.what)")
      }
    }
  }

  @Test("a message's limit covers all its fragments, and applies before the payload arrives")
  func bounded() {
    let part = SocketReaderTests.frame(0x01, [UInt8](repeating: 0x61, count: 60))
    let next = Array(SocketReaderTests.frame(0x00, [UInt8](repeating: 0x61, count: 60)).prefix(2))
    #expect(throws: SocketFlaw(code: 1009, what: "a message is longer than 100 bytes")) {
      try SocketReaderTests.read(part + next, most: 100)
    }
  }

  @Test("nothing is read after a close or an error")
  func over() throws {
    #expect(
      try SocketReaderTests.read(SocketReaderTests.frame(0x88, []) + SocketReaderTests.text("a")) == [.close(nil)])
    var reader = SocketReader()
    reader.take([0xC1, 0])
    #expect(throws: SocketFlaw.self) { try reader.next() }
    reader.take(SocketReaderTests.text("a"))
    #expect(try reader.next() == nil)
  }

  @Test("random bytes do not crash the reader, and splitting them does not change the result")
  func rubbish() {
    var random = Seeded(7)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let whole = Result { () throws(SocketFlaw) in try SocketReaderTests.read(bytes) }
      let cut = Result { () throws(SocketFlaw) in try SocketReaderTests.read(bytes, by: 1) }
      switch (whole, cut) {
      case (.success(let left), .success(let right)): #expect(left == right)
      case (.failure(let left), .failure(let right)): #expect(left == right)
      default: Issue.record("\(bytes)")
      }
    }
  }

  @Test("frames of a client are masked and can be unmasked", arguments: [0, 1, 125, 126, 65_535, 65_536])
  func written(_ count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let bytes = SocketFrame.bytes(.text, payload, mask: [1, 2, 3, 4])
    let head = count < 126 ? 2 : count < 65_536 ? 4 : 10
    #expect(bytes[0] == 0x81 && bytes[1] & 0x80 != 0 && bytes.count == head + 4 + count)
    let mask = Array(bytes[head..<head + 4])
    #expect(bytes[(head + 4)...].enumerated().map { $1 ^ mask[$0 & 3] } == payload)
    #expect(SocketFrame.bytes(.text, payload).count == bytes.count)
    #expect(Set((0..<8).map { _ in SocketFrame.bytes(.ping, []) }).count > 1)
  }

  @Test("only a handshake answer that follows RFC 6455 is accepted")
  func greeting() throws {
    // The key and the answer of the RFC's own example.
    let greeting = SocketGreeting("/a?b", at: "example.org:81", nonce: Array("the sample nonce".utf8))
    let said = String(decoding: greeting.bytes, as: UTF8.self)
    #expect(said.hasPrefix("GET /a?b HTTP/1.1\r\nHost: example.org:81\r\n") && said.hasSuffix("\r\n\r\n"))
    #expect(said.contains("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"))
    let fields = [
      "Upgrade: WebSocket", "connection: keep-alive, Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]
    func answer(_ status: String, _ lines: [String]) -> [UInt8] {
      Array((([status] + lines).joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
    let good = answer("HTTP/1.1 101 Switching Protocols", fields)
    #expect(try greeting.judge(good + [0x81]) == good.count)
    for end in good.indices { #expect(try greeting.judge(Array(good[..<end])) == nil) }
    var bad = [
      answer("HTTP/1.1 200 OK", fields), answer("HTTP/1.1 1015", fields), answer("HTTP/1.0 101 X", fields),
      answer("HTTP/1.1 401 Unauthorized", []), answer("rubbish", fields), answer("", []),
      answer("HTTP/1.1 101 X", fields + ["sec-websocket-extensions: permessage-deflate"]),
      answer("HTTP/1.1 101 X", fields + ["sec-websocket-protocol: a"]),
      answer("HTTP/1.1 101 X", fields + ["sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="]),
      answer("HTTP/1.1 101 X", Array(fields[..<2]) + ["Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOO="]),
      answer("HTTP/1.1 101 \u{FF}", fields).map { $0 == 0xC3 ? 0xFF : $0 }, [UInt8](repeating: 0x61, count: 20_000),
      answer("HTTP/1.1 101 X", fields + ["a: " + String(repeating: "a", count: 20_000)]),
    ]
    for index in fields.indices {
      var fewer = fields
      fewer.remove(at: index)
      bad.append(answer("HTTP/1.1 101 X", fewer))
    }
    for bytes in bad {
      #expect(throws: SocketFlaw.self, "\(String(decoding: bytes.prefix(200), as: UTF8.self))") {
        try greeting.judge(bytes)
      }
    }
  }
}
