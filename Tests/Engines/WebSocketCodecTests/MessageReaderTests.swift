import Chance
import Kernel
import Testing
import WebSocketSamples

@testable import WebSocketCodec

/// The messages that a reader returns for some bytes, and its failure.
struct Heard: Equatable {
  var received: [MessageReader.Received] = []
  var failure: SocketFailure?

  init(_ pieces: [ArraySlice<UInt8>], at role: WebSocketRole = .server, limit: Int = 100_000) {
    var reader = MessageReader(role, limit: limit)
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

@Suite("Frames")
struct FrameTests {
  @Test("that are illegal close the socket with the right code, however they are split", arguments: IllegalFrame.all)
  func illegal(_ illegal: IllegalFrame) {
    let whole = Heard(illegal.bytes + IllegalFrame.frame(.text, Array("after".utf8)))
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
        #expect(Heard([bytes[...]], at: mask == nil ? .client : .server).received == [.message(.binary(payload))])
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
    let heard = Heard(IllegalFrame.frame(.close, [3, 0xE8] + Array("bye".utf8)) + IllegalFrame.frame(.text, [65]))
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
