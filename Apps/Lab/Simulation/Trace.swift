/// A log of all events in order: always as a hash, and as text on request.
struct Trace {
  private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var lines: [String] = []
  let isKept: Bool

  /// Adds a line that is not part of the hash.
  mutating func say(_ time: Double, _ line: String) { if isKept { lines.append("\(Int(time * 1000)) \(line)") } }

  mutating func note(_ time: Double, _ line: String) {
    for byte in line.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if isKept { lines.append("\(Int(time * 1000)) \(line)") }
  }
}
