/// Tells whether an IP address belongs to the public internet, by the registries of special-purpose addresses (RFC 6890
/// and later additions).
enum PublicAddress {
  static func four(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count == 4 else { return false }
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _): return false
    case (100, 64...127, _): return false
    case (169, 254, _): return false
    case (172, 16...31, _): return false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (192, 168, _): return false
    case (198, 18...19, _), (198, 51, 100): return false
    case (203, 0, 113): return false
    case (224..., _, _): return false
    default: return true
    }
  }

  static func six(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count == 16 else { return false }
    // An IPv4 address embedded in an IPv6 address is judged as IPv4.
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return four(bytes[12...]) }
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) { return four(bytes[12...]) }
    if bytes.starts(with: [0x20, 0x02]) { return four(bytes[2..<6]) }
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    // Teredo, benchmarks, documentation.
    if bytes.starts(with: [0x20, 0x01, 0, 0]) || bytes.starts(with: [0x20, 0x01, 0, 2]) { return false }
    if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || bytes.starts(with: [0x3F, 0xFF]) { return false }
    return true
  }
}
