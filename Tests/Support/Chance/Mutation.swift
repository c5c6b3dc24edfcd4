extension [UInt8] {
  /// Cuts the bytes into slices of random length, from one byte to `most`.
  public func pieces(upTo most: Int, using random: inout some RandomNumberGenerator) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < count {
      let end = Swift.min(count, start + Int.random(in: 1...most, using: &random))
      pieces.append(self[start..<end])
      start = end
    }
    return pieces
  }
}

/// Returns up to three of the samples, one after another, with up to four errors: bits and bytes changed, parts removed
/// and repeated, words inserted, the end cut off.
public func mutated(
  _ samples: [[UInt8]], inserting words: [[UInt8]], using random: inout some RandomNumberGenerator
) -> [UInt8] {
  func any(of inputs: [[UInt8]]) -> [UInt8] { inputs[Int.random(in: inputs.indices, using: &random)] }
  var bytes = (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in any(of: samples) }
  for _ in 0..<Int.random(in: 0...4, using: &random) {
    guard !bytes.isEmpty else { break }
    let at = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, at + Int.random(in: 1...20, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
    case 2: bytes.removeSubrange(at..<end)
    case 3: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
    case 4: bytes.insert(contentsOf: any(of: words), at: at)
    default: bytes.removeLast(bytes.count - at)
    }
  }
  return bytes
}
