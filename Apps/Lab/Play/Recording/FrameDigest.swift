internal import FoundationEssentials
internal import Interface
internal import JSON

/// A hash of the contents of a frame, to compare screens. It is not cryptographic.
enum FrameDigest {
  /// Returns the FNV-1a hash (64 bits) of the frame's JSON with sorted keys. `settled` is excluded, as it depends on
  /// the machine.
  static func of(_ frame: Frame) -> String {
    var frame = frame
    frame.settled = true
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in (try? JSON.data(frame)) ?? Data() { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
