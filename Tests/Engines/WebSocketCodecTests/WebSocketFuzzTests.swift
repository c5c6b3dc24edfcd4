import Chance
import Testing
import WebSocketSamples

@testable import WebSocketCodec

/// Valid frames with injected errors.
@Suite("Fuzzing frames")
struct WebSocketFuzzTests {
  static let words: [[UInt8]] = [
    [0x00], [0x01, 0x80], [0x80, 0x80], [0x81], [0x81, 0x80, 0, 0, 0, 0], [0x88, 0x82], [0x89, 0x80, 1, 2, 3, 4],
    [0x7E, 0, 125], [0xFE, 0, 126], [0xFF, 0, 0, 0, 0, 0, 1, 0, 0], [0xFF], [0xE2, 0x82], Array("ä".utf8),
  ]

  @Test("no frames crash the reader, and splitting them does not change what it reads")
  func frames() throws {
    try Fuzzer("WebSocketFrames", inputs: 15_000).run { random in
      mutated(SampleFrames.all, inserting: WebSocketFuzzTests.words, using: &random)
    } check: { bytes, random in
      for role in [WebSocketRole.server, .client] {
        let whole = Heard([bytes[...]], at: role)
        for text in whole.texts {
          try hold(String(validating: text.utf8, as: UTF8.self) != nil, "a text is not UTF-8")
        }
        let cut = Heard(bytes.pieces(upTo: 9, using: &random), at: role)
        try hold(cut == whole, "in pieces it is read as \(cut), and whole as \(whole)")
      }
    }
  }
}
