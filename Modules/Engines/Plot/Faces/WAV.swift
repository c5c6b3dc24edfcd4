extension ChartSound {
  private static let rate = 22_050

  /// The notes as a WAV file: mono, 16 bits.
  public var wav: [UInt8] {
    let count = Int(min(duration + 0.1, 120) * Double(ChartSound.rate))
    var samples = [Double](repeating: 0, count: count)
    for note in notes { note.add(to: &samples, ChartSound.rate) }
    // Normalized to the loudest sample, so that nothing clips.
    let loudest = samples.reduce(0.001) { max($0, abs($1)) }
    var file: [UInt8] = []
    file.reserveCapacity(44 + count * 2)
    func text(_ text: String) { file += Array(text.utf8) }
    func number(_ number: Int, _ bytes: Int) {
      for byte in 0..<bytes { file.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    text("RIFF")
    number(36 + count * 2, 4)
    text("WAVEfmt ")
    for (value, bytes) in [(16, 4), (1, 2), (1, 2), (ChartSound.rate, 4), (ChartSound.rate * 2, 4), (2, 2), (16, 2)] {
      number(value, bytes)
    }
    text("data")
    number(count * 2, 4)
    for sample in samples { number(Int((sample / loudest * 26_000).rounded()), 2) }
    return file
  }
}

extension ChartNote {
  /// Adds a sine with short fades against clicks; an unusual value is two short tones an octave apart.
  fileprivate func add(to samples: inout [Double], _ rate: Int) {
    guard isUnusual else {
      strike(&samples, rate, from: start, for: duration, pitch: pitch, strength: 1)
      return
    }
    let half = max(duration / 2, 0.06)
    strike(&samples, rate, from: start, for: half, pitch: pitch, strength: 1.5)
    strike(&samples, rate, from: start + half, for: half, pitch: pitch * 2, strength: 1.5)
  }

  private func strike(
    _ samples: inout [Double], _ rate: Int, from start: Double, for length: Double, pitch: Double, strength: Double
  ) {
    let first = max(0, Int(start * Double(rate)))
    let count = Int(length * Double(rate))
    let fade = min(Double(count) / 2, 0.012 * Double(rate))
    for offset in 0..<max(0, min(count, samples.count - first)) {
      let edge = min(Double(offset), Double(count - offset)) / max(fade, 1)
      let turn = Double(offset) / Double(rate) * pitch * 2 * Double.pi
      samples[first + offset] += sine(turn) * min(edge, 1) * strength
    }
  }
}
