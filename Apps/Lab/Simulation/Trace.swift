/// All that happened, in order: as a fingerprint always, in words when somebody wants to read it.
struct Trace {
  private(set) var fingerprint: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var lines: [String] = []
  let isKept: Bool

  /// In words only.
  mutating func say(_ time: Double, _ line: String) { if isKept { lines.append("\(Int(time * 1000)) \(line)") } }

  mutating func note(_ time: Double, _ line: String) {
    for byte in line.utf8 { fingerprint = (fingerprint ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if isKept { lines.append("\(Int(time * 1000)) \(line)") }
  }
}
