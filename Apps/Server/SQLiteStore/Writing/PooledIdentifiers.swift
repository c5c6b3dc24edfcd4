internal import FoundationEssentials
internal import Glibc
internal import Kernel

extension Identifiers {
  /// UUIDs of version 7 that fetch their randomness from the system in bulk: one call for a batch of rows instead of
  /// a thousand.
  static func pooled(_ time: Time) -> Identifiers {
    let pool = Locked<[UInt64]>([])
    return Identifiers {
      let (high, low) = pool.withLock { pool in
        if pool.count < 2 { pool = fresh() }
        return (pool.removeLast(), pool.removeLast())
      }
      let milliseconds = UInt64(max(0, time.now().date.timeIntervalSince1970 * 1000))
      let first = (milliseconds << 16 | 0x7000 | high & 0x0FFF).bigEndian
      let second = (low >> 2 | 0x8000_0000_0000_0000).bigEndian
      return withUnsafeBytes(of: (first, second)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
  }

  private static func fresh() -> [UInt64] {
    var words = [UInt64](repeating: 0, count: 32)
    let isFilled = words.withUnsafeMutableBytes { $0.baseAddress.map { getentropy($0, 256) } == 0 }
    if !isFilled {
      var random = SystemRandomNumberGenerator()
      for index in words.indices { words[index] = random.next() }
    }
    return words
  }
}
