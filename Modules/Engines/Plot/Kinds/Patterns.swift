// Patterns distinguish bars without colour: lines across them in the card's colour, computed to end at their edges.
extension Sheet {
  mutating func pattern(_ pattern: Look.Pattern, in box: Box, series: String) {
    let lines = Patterns.lines(pattern, in: box)
    guard !lines.isEmpty else { return }
    add(
      .path(lines.flatMap { [.move($0.0), .line($0.1)] }), .pattern, stroke: .init(Paint(.card), 1.5), series: series)
  }
}

enum Patterns {
  private static let apart = 7.0

  static func lines(_ pattern: Look.Pattern, in box: Box) -> [(Spot, Spot)] {
    guard box.width >= 3, box.height >= 3 else { return [] }
    return switch pattern {
    case .plain: []
    case .level: level(box)
    case .upright: upright(box)
    case .rising: slanted(box, isRising: true)
    case .falling: slanted(box, isRising: false)
    case .crossed: slanted(box, isRising: true) + slanted(box, isRising: false)
    }
  }

  /// From the bottom up, so that the lines of a growing bar stay in place.
  private static func level(_ box: Box) -> [(Spot, Spot)] {
    stride(from: box.bottom - apart, to: box.y + 1, by: -apart).map { (Spot(box.x, $0), Spot(box.right, $0)) }
  }

  private static func upright(_ box: Box) -> [(Spot, Spot)] {
    let count = max(1, (box.width / apart).rounded(.down))
    return stride(from: 0.5, to: count, by: 1).map { index in
      let x = box.x + box.width * index / count
      return (Spot(x, box.y), Spot(x, box.bottom))
    }
  }

  private static func slanted(_ box: Box, isRising: Bool) -> [(Spot, Spot)] {
    let apart = Patterns.apart * 1.4
    return stride(from: apart, to: box.width + box.height, by: apart).map { length in
      // From the left edge to the bottom edge, clipped to the box.
      let (x0, y0) = length <= box.height ? (0, length) : (length - box.height, box.height)
      let (x1, y1) = length <= box.width ? (length, 0) : (box.width, length - box.width)
      return isRising
        ? (Spot(box.x + x0, box.y + y0), Spot(box.x + x1, box.y + y1))
        : (Spot(box.x + x0, box.bottom - y0), Spot(box.x + x1, box.bottom - y1))
    }
  }
}
