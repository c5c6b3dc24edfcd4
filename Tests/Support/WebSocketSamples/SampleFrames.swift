internal import WebSocketCodec

/// Frames that a client may send, for fuzzers to damage.
public enum SampleFrames {
  public static let all: [[UInt8]] = [
    IllegalFrame.frame(.text, Array("hällo €𝄞".utf8)), IllegalFrame.frame(.binary, [UInt8](repeating: 3, count: 300)),
    IllegalFrame.frame(.text, [0xE2], isFinal: false) + IllegalFrame.frame(.ping, [1])
      + IllegalFrame.frame(.continuation, [0x82, 0xAC]),
    IllegalFrame.frame(.close, [3, 0xE8, 65]),
  ]
}
