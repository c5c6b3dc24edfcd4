public import Testing
public import WebSocketCodec

/// Frames that a client must not send, with the close code of the socket, as in the Autobahn suite.
public struct IllegalFrame: Sendable, CustomTestStringConvertible {
  public let name: String
  public let bytes: [UInt8]
  public let code: UInt16

  public init(_ name: String, _ bytes: [UInt8], _ code: UInt16 = 1002) {
    self.name = name
    self.bytes = bytes
    self.code = code
  }

  public var testDescription: String { name }

  public static func frame(_ opcode: WebSocketFrame.Opcode, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    WebSocketFrame(opcode: opcode, isFinal: isFinal, payload: payload).encoded(mask: [9, 8, 7, 6])
  }

  private static func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
    frame(.close, [UInt8(code >> 8), UInt8(code & 255)] + reason)
  }

  public static let all: [IllegalFrame] =
    [
      IllegalFrame("without a mask", WebSocketFrame(opcode: .text, payload: Array("hi".utf8)).encoded(as: .server)),
      IllegalFrame("a fragmented ping", frame(.ping, [], isFinal: false)),
      IllegalFrame("a fragmented close", frame(.close, [], isFinal: false)),
      IllegalFrame("a ping of 126 bytes", frame(.ping, [UInt8](repeating: 0, count: 126))),
      IllegalFrame("a close of 126 bytes", frame(.close, [UInt8](repeating: 65, count: 126))),
      IllegalFrame("a continuation of nothing", frame(.continuation, Array("hi".utf8))),
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
