import Testing

@testable import Transport

/// The messages that a reader returns for some bytes, and its failure.
struct Heard: Equatable {
  var received: [MessageReader.Received] = []
  var failure: SocketFailure?

  init(_ pieces: [ArraySlice<UInt8>], masked: Bool = true, limit: Int = 100_000) {
    var reader = MessageReader(masked: masked, limit: limit)
    do throws(SocketFailure) {
      for piece in pieces {
        reader.append(piece)
        while let next = try reader.next() { received.append(next) }
      }
    } catch {
      failure = error
    }
  }

  init(_ bytes: [UInt8], limit: Int = 100_000) { self.init([bytes[...]], limit: limit) }

  var texts: [String] { received.compactMap { if case .message(.text(let text)) = $0 { text } else { nil } } }
}

/// Frames that a client must not send, with the close code of the socket, as in the Autobahn suite.
struct IllegalFrame: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let code: UInt16

  init(_ name: String, _ bytes: [UInt8], _ code: UInt16 = 1002) {
    self.name = name
    self.bytes = bytes
    self.code = code
  }

  var testDescription: String { name }

  static func frame(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    WebSocketFrame(opcode: opcode, isFinal: isFinal, payload: payload).encoded(mask: [9, 8, 7, 6])
  }

  private static func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
    frame(.close, [UInt8(code >> 8), UInt8(code & 255)] + reason)
  }

  static let all: [IllegalFrame] =
    [
      IllegalFrame("without a mask", WebSocketFrame(opcode: .text, payload: Array("hi")).encoded()),
      IllegalFrame("a fragmented ping", frame(.ping, [], isFinal: false)),
      IllegalFrame("a fragmented close", frame(.close, [], isFinal: false)),
      IllegalFrame("a ping of 126 bytes", frame(.ping, [UInt8](repeating: 0, count: 126))),
      IllegalFrame("a close of 126 bytes", frame(.close, [UInt8](repeating: 65, count: 126))),
      IllegalFrame("a continuation of nothing", frame(.continuation, Array("hi"))),
      IllegalFrame("a continuation after the end", frame(.text, [65]) + frame(.continuation, [65])),
      IllegalFrame("a text within a text", frame(.text, [65], isFinal: false) + frame(.text, [65])),
      IllegalFrame("a binary within a text", frame(.text, [65], isFinal: false) + frame(.binary, [65])),
      IllegalFrame("a length in 16 bits that fits in 7", [0x82, 0xFE, 0, 125, 1, 2, 3, 4]),
      IllegalFrame("a length in 64 bits that fits in 16", [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 1, 2, 3, 4]),
      IllegalFrame("a negative length", [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4]),
      IllegalFrame("a message past the limit", [0x82, 0xFF, 0, 0, 0, 0, 0, 2, 0, 0, 1, 2, 3, 4], 1009),
      IllegalFrame(
        "the longest length of all", [0x82, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7) + [1, 2, 3, 4], 1009),
      IllegalFrame(
        "fragments past the limit",
        frame(.binary, [UInt8](repeating: 1, count: 60_000), isFinal: false)
          + frame(.continuation, [UInt8](repeating: 1, count: 60_000)), 1009),
      IllegalFrame("half a close code", frame(.close, [3])),
      IllegalFrame("a close reason that is not UTF-8", close(1000, [0xFF]), 1007),
      IllegalFrame("a text that is not UTF-8", frame(.text, [0xFF]), 1007),
      IllegalFrame("a text that ends within a character", frame(.text, [0xE2, 0x82]), 1007),
      IllegalFrame("an overlong text", frame(.text, [0xC0, 0xAF]), 1007),
      IllegalFrame("a surrogate", frame(.text, [0xED, 0xA0, 0x80]), 1007),
      IllegalFrame("past the last character", frame(.text, [0xF4, 0x90, 0x80, 0x80]), 1007),
      IllegalFrame(
        "a wrong byte in the second fragment",
        frame(.text, [0xE2, 0x82], isFinal: false) + frame(.continuation, [0x41], isFinal: false), 1007),
    ]
    + (1...7).map { bit in
      IllegalFrame("reserved bits \(bit)", [0x81 | UInt8(bit) << 4, 0x80, 1, 2, 3, 4])
    }
    + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { opcode in
      IllegalFrame("opcode \(opcode)", [0x80 | opcode, 0x80, 1, 2, 3, 4])
    }
    + [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map { code in
      IllegalFrame("close code \(code)", close(code))
    }
}

@Suite("Frames")
struct FrameTests {
  @Test("that are illegal close the socket with the right code, however they are split", arguments: IllegalFrame.all)
  func illegal(_ illegal: IllegalFrame) {
    let whole = Heard(illegal.bytes + IllegalFrame.frame(.text, Array("after")))
    #expect(whole.failure?.code.number == illegal.code)
    #expect(!whole.texts.contains("after"))
    let bytes = illegal.bytes
    #expect(Heard(bytes.indices.map { bytes[$0...$0] }).failure == whole.failure)
  }

  @Test("of every size survive a round trip, with and without a mask")
  func sizes() {
    for count in [0, 1, 125, 126, 127, 65_535, 65_536, 99_999] {
      let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      for mask in [nil, [1, 2, 3, 4] as [UInt8]] {
        let bytes = WebSocketFrame(opcode: .binary, payload: payload).encoded(mask: mask)
        #expect(Heard([bytes[...]], masked: mask != nil).received == [.message(.binary(payload))])
      }
    }
  }

  @Test("carry messages across any fragments, any splits and interleaved control frames")
  func fragments() {
    var chance = Seeded(3)
    let letters: [Character] = ["a", "ä", "€", "𝄞", "\u{0}"]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      var expected: [MessageReader.Received] = []
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        let text = String(
          (0..<Int.random(in: 0...30, using: &chance)).map { _ in letters.randomElement(using: &chance)! })
        let parts = Array(text.utf8).pieces(upTo: 7, using: &chance)
        for (index, part) in (parts.isEmpty ? [ArraySlice<UInt8>()] : parts).enumerated() {
          let isLast = index == max(0, parts.count - 1)
          bytes += IllegalFrame.frame(index == 0 ? .text : .continuation, Array(part), isFinal: isLast)
          if !isLast, Bool.random(using: &chance) {
            bytes += IllegalFrame.frame(.ping, [UInt8(index)])
            expected.append(.ping([UInt8(index)]))
          }
        }
        expected.append(.message(.text(text)))
      }
      #expect(Heard(bytes.pieces(upTo: 20, using: &chance)) == Heard(bytes))
      #expect(Heard(bytes).received == expected)
    }
  }

  @Test("after a close are not read, and every valid close code is accepted")
  func close() {
    let heard = Heard(IllegalFrame.frame(.close, [3, 0xE8] + Array("bye")) + IllegalFrame.frame(.text, [65]))
    #expect(heard.received == [.close(.normal, reason: "bye")] && heard.failure == nil)
    #expect(Heard(IllegalFrame.frame(.close, [])).received == [.close(.none, reason: "")])
    for code in [1000, 1003, 1007, 1011, 1012, 1014, 3000, 4999] as [UInt16] {
      #expect(Heard(IllegalFrame.frame(.close, [UInt8(code >> 8), UInt8(code & 255)])).failure == nil)
    }
  }

  @Test("of text are validated as the standard library validates UTF-8")
  func utf8() {
    var chance = Seeded(5)
    let bytes: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF4, 0xF5,
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...5, using: &chance)).map { _ in bytes.randomElement(using: &chance)! }
      var check = UTF8Check()
      #expect((check.accepts(text) && check.isWhole) == (String(validating: text, as: UTF8.self) != nil))
    }
  }
}
