import Kernel
import Testing
import WebSocketSamples

@testable import WebSocketCodec

@Suite("Reading what a server sends")
struct ClientReaderTests {
  static func read(_ bytes: [UInt8], by size: Int = .max, most: Int = 1 << 20) throws(SocketFailure) -> [MessageReader
    .Received]
  {
    var reader = MessageReader(.client, limit: most)
    var said: [MessageReader.Received] = []
    var rest = bytes[...]
    repeat {
      reader.append(rest.prefix(size))
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
      RawFrame.text("hä") + RawFrame.bytes(0x01, Array(emoji[..<1]))
      + RawFrame.bytes(0x89, [1, 2]) + RawFrame.bytes(0x00, Array(emoji[1..<3]))
      + RawFrame.bytes(0x8A, []) + RawFrame.bytes(0x80, Array(emoji[3...]))
      + RawFrame.bytes(0x82, [0xFF]) + RawFrame.text("") + RawFrame.text(long)
      + RawFrame.text(String(repeating: "a", count: 200)) + RawFrame.bytes(0x88, [0x03, 0xE9, 0x62])
    #expect(
      try ClientReaderTests.read(bytes, by: size) == [
        .message(.text("hä")), .ping([1, 2]), .pong([]), .message(.text("🙂")), .message(.binary([0xFF])),
        .message(.text("")), .message(.text(long)), .message(.text(String(repeating: "a", count: 200))),
        .close(.goingAway, reason: "b"),
      ])
  }

  @Test(
    "what RFC 6455 does not allow is refused with its close code",
    arguments: [
      ([0xC1, 0], 1002), ([0x83, 0], 1002), ([0x8B, 0], 1002), ([0x09, 0], 1002), ([0x89, 126, 0, 126], 1002),
      ([0x81, 0x81, 1, 2, 3, 4, 5], 1002), ([0x80, 0], 1002), ([0x00, 0], 1002), ([0x01, 0, 0x81, 0], 1002),
      ([0x81, 126, 0, 125], 1002), ([0x81, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002),
      ([0x81, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1002),
      ([0x81, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1009),
      ([0x81, 127, 0, 0, 0, 0, 0, 0x10, 0, 1], 1009),
      ([0x81, 1, 0xFF], 1007), ([0x81, 2, 0xC3, 0x28], 1007), ([0x81, 1, 0xC3], 1007),
      ([0x81, 3, 0xED, 0xA0, 0x80], 1007),
      ([0x01, 1, 0xC3, 0x80, 1, 0x28], 1007), ([0x88, 1, 3], 1002), ([0x88, 2, 3, 0xED], 1002),
      ([0x88, 2, 0, 0], 1002),
      ([0x88, 3, 3, 0xE8, 0xFF], 1007),
    ] as [([UInt8], UInt16)])
  func refused(_ bytes: [UInt8], _ code: UInt16) {
    for size in [1, .max] {
      do throws(SocketFailure) {
        let said = try ClientReaderTests.read(bytes, by: size)
        Issue.record("\(bytes): \(said)")
      } catch {
        #expect(error.code.number == code, "\(bytes): \(error.reason)")
      }
    }
  }

  @Test("a message's limit covers all its fragments, and applies before the payload arrives")
  func bounded() {
    let part = RawFrame.bytes(0x01, [UInt8](repeating: 0x61, count: 60))
    let next = Array(RawFrame.bytes(0x00, [UInt8](repeating: 0x61, count: 60)).prefix(2))
    #expect(throws: SocketFailure(.tooBig, "the message is longer than 100 bytes")) {
      try ClientReaderTests.read(part + next, most: 100)
    }
  }

  @Test("nothing is read after a close or an error")
  func over() throws {
    #expect(
      try ClientReaderTests.read(RawFrame.bytes(0x88, []) + RawFrame.text("a")) == [.close(.none, reason: "")])
    var reader = MessageReader(.client, limit: 1 << 20)
    reader.append([0xC1, 0])
    #expect(throws: SocketFailure.self) { try reader.next() }
    reader.append(RawFrame.text("a")[...])
    #expect(try reader.next() == nil)
    let long = RawFrame.bytes(0x82, [UInt8](repeating: 1, count: 100_000))
    for end in [[0x88, 0], [0xC1, 0]] as [[UInt8]] {
      reader = MessageReader(.client, limit: 1 << 20)
      reader.append((long + end + RawFrame.text("a"))[...])
      #expect(try reader.next() == .message(.binary([UInt8](repeating: 1, count: 100_000))))
      let last = try? reader.next()
      #expect(last == (end[0] == 0x88 ? .close(.none, reason: "") : nil))
      #expect(try reader.next() == nil)
    }
  }

  @Test("random bytes do not crash the reader, and splitting them does not change the result")
  func rubbish() {
    var random = Seeded(7)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let whole = Result { () throws(SocketFailure) in try ClientReaderTests.read(bytes) }
      let cut = Result { () throws(SocketFailure) in try ClientReaderTests.read(bytes, by: 1) }
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
    let frame = WebSocketFrame(opcode: .text, payload: payload)
    let bytes = frame.encoded(mask: [1, 2, 3, 4])
    let head = count < 126 ? 2 : count < 65_536 ? 4 : 10
    #expect(bytes[0] == 0x81 && bytes[1] & 0x80 != 0 && bytes.count == head + 4 + count)
    let mask = Array(bytes[head..<head + 4])
    #expect(bytes[(head + 4)...].enumerated().map { $1 ^ mask[$0 & 3] } == payload)
    #expect(frame.encoded(as: .client).count == bytes.count)
    #expect(Set((0..<8).map { _ in WebSocketFrame(opcode: .ping, payload: []).encoded(as: .client) }).count > 1)
  }
}
