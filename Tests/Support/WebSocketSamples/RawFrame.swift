/// Frames as bytes. Written without the codec on purpose: a second opinion on it that can also write what RFC 6455 does
/// not allow.
public enum RawFrame {
  /// A frame as a server writes it: `first` is its first byte, and `places` the number of bytes of an extended length.
  public static func bytes(_ first: UInt8, _ payload: [UInt8], places: Int? = nil, mask: Bool = false) -> [UInt8] {
    var bytes = [first]
    let flag: UInt8 = mask ? 0x80 : 0
    let places = places ?? (payload.count < 126 ? 0 : payload.count < 65_536 ? 2 : 8)
    bytes.append(flag | (places == 0 ? UInt8(payload.count) : places == 2 ? 126 : 127))
    for shift in stride(from: (places - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
    }
    return bytes + payload
  }

  public static func text(_ text: String) -> [UInt8] { bytes(0x81, Array(text.utf8)) }
}
