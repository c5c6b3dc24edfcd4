internal import Platform

// Wrappers of the system's math functions, so that only this file imports them.

func sine(_ angle: Double) -> Double { sin(angle) }
func cosine(_ angle: Double) -> Double { cos(angle) }
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
func powerOfTen(_ exponent: Int) -> Double { pow(10, Double(exponent)) }

/// The exponent of the largest power of ten that is at most the value.
func magnitude(_ value: Double) -> Int {
  guard value > 0, value.isFinite else { return 0 }
  let guess = Int(log10(value).rounded(.down))
  // The logarithm may be slightly off at powers of ten.
  return powerOfTen(guess + 1) <= value ? guess + 1 : powerOfTen(guess) > value ? guess - 1 : guess
}

/// The index of the first occurrence of a byte; the count if there is none.
func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int {
  guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return bytes.count }
  return UnsafeRawPointer(found) - start
}
