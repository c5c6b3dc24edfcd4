internal import Plot

/// The 256 colours of xterm, without the first sixteen, which users change.
enum IndexedPalette {
  static let first = 16
  static let colours: [Colour] = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in levels.map { Colour(red: red, green: green, blue: $0) } }
    }
    return cube + (0..<24).map { Colour(red: 8 + 10 * $0, green: 8 + 10 * $0, blue: 8 + 10 * $0) }
  }()

  static func colour(_ index: Int) -> Colour { colours[index - first] }

  /// The index of the most similar colour.
  static func nearest(to colour: Colour) -> Int { nearest(to: colour) { _ in true } ?? first }

  /// The index of the most similar colour that is as readable on `ground` as `wanted`.
  static func nearest(to colour: Colour, on ground: Int, contrast wanted: Double) -> Int {
    let ground = IndexedPalette.colour(ground)
    // Black or white reaches a contrast of 4.5 on every colour.
    return nearest(to: colour) { $0.contrast(with: ground) >= wanted }
      ?? (ground.luminance > 0.18 ? first : first + 215)
  }

  private static func nearest(to colour: Colour, where isAllowed: (Colour) -> Bool) -> Int? {
    var best: (index: Int, distance: Int)?
    for (offset, candidate) in colours.enumerated() {
      let distance = candidate.distance(to: colour)
      if distance < best?.distance ?? .max, isAllowed(candidate) { best = (offset + first, distance) }
    }
    return best?.index
  }
}

extension Colour {
  /// The squared distance, in which green weighs most, as it does for the eye.
  fileprivate func distance(to other: Colour) -> Int {
    func square(_ one: UInt8, _ two: UInt8) -> Int { (Int(one) - Int(two)) * (Int(one) - Int(two)) }
    return 2 * square(red, other.red) + 4 * square(green, other.green) + 3 * square(blue, other.blue)
  }
}
