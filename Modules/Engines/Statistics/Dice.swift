/// A fast random number generator that repeats its sequence for the same seed; sufficient for shuffling (SplitMix64).
public struct Dice: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  /// One of many independent streams of the same seed.
  public init(_ seed: UInt64, _ number: Int) {
    state = seed
    let mixed = next()
    state = mixed ^ UInt64(truncatingIfNeeded: number) &* 0xD129_0D3B_3B9A_CF35
    _ = next()
  }

  @inline(__always)
  public mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
