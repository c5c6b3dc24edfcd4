/// A point of a scene, in pixels from its top left corner.
public struct Spot: Sendable, Hashable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  func distance(to other: Spot) -> Double {
    let (across, down) = (x - other.x, y - other.y)
    return (across * across + down * down).squareRoot()
  }

  /// The point at that distance and angle, in whole turns clockwise from twelve o'clock.
  func around(_ turn: Double, _ distance: Double) -> Spot {
    let angle = turn * 2 * Double.pi
    return Spot(x + sine(angle) * distance, y - cosine(angle) * distance)
  }
}

public struct Size: Sendable, Hashable {
  public var width: Double
  public var height: Double

  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}

/// An axis-aligned rectangle of a scene.
public struct Box: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The square around a point, with half its side.
  init(around spot: Spot, _ radius: Double) {
    self.init(spot.x - radius, spot.y - radius, radius * 2, radius * 2)
  }

  public var right: Double { x + width }
  public var bottom: Double { y + height }
  public var centre: Spot { Spot(x + width / 2, y + height / 2) }

  public func contains(_ spot: Spot) -> Bool {
    spot.x >= x - 0.01 && spot.x <= right + 0.01 && spot.y >= y - 0.01 && spot.y <= bottom + 0.01
  }

  func contains(_ other: Box) -> Bool {
    contains(Spot(other.x, other.y)) && contains(Spot(other.right, other.bottom))
  }

  func meets(_ other: Box) -> Bool {
    x < other.right - 0.01 && other.x < right - 0.01 && y < other.bottom - 0.01 && other.y < bottom - 0.01
  }

  func inset(_ by: Double) -> Box { Box(x + by, y + by, max(0, width - by * 2), max(0, height - by * 2)) }

  /// The distance of a point from the box; 0 inside.
  func distance(to spot: Spot) -> Double {
    let across = max(x - spot.x, 0, spot.x - right)
    let down = max(y - spot.y, 0, spot.y - bottom)
    return (across * across + down * down).squareRoot()
  }
}
