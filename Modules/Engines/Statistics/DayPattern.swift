internal import Platform

/// The part of a series that the calendar alone explains: the weekday, and a slow trend (a straight line, and waves
/// longer than two months). It is the same for all series with the same known days.
public struct DayPattern: Sendable {
  /// The shortest period of the trend's waves, in days; slower changes say nothing about adjacent days.
  public static let slowest = 60

  public let known: DayMask
  /// An orthonormal basis of the fitted pattern over the known days in their order.
  private let directions: [[Double]]

  /// Number of fitted parameters.
  public var fitted: Int { directions.count }

  /// Days are numbered from 0; the remainder modulo 7 is the weekday.
  public init(known: DayMask) {
    self.known = known
    var directions: [[Double]] = []
    for column in DayPattern.columns(of: known) {
      guard let direction = DayPattern.direction(column, awayFrom: directions) else { continue }
      directions.append(direction)
    }
    self.directions = directions
  }

  private static func columns(of known: DayMask) -> [[Double]] {
    guard let (first, last) = known.firstAndLast else { return [] }
    let days = (first...last).filter { known.contains($0) }
    let span = Double(last - first + 1)
    let waves = max(1, min(2 * (last - first + 1) / slowest, days.count / 10))
    return [[Double](repeating: 1, count: days.count), days.map { (Double($0 - first) + 0.5) / span - 0.5 }]
      + (1...6).map { weekday in days.map { $0 % 7 == weekday ? 1 : 0 } }
      + (1...waves).map { wave in days.map { cos(Double.pi * Double(wave) * (Double($0 - first) + 0.5) / span) } }
  }

  /// Orthonormalizes a column (Gram-Schmidt); nil if it adds nothing, such as a weekday that never occurs.
  private static func direction(_ column: [Double], awayFrom others: [[Double]]) -> [Double]? {
    let before = column.reduce(0) { $0 + $1 * $1 }.squareRoot()
    var rest = column
    // Twice, since one pass leaves rounding errors.
    for _ in 0..<2 { for other in others { remove(other, from: &rest) } }
    let length = rest.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard before > 0, length > before * 1e-6 else { return nil }
    return rest.map { $0 / length }
  }

  private static func remove(_ direction: [Double], from values: inout [Double]) {
    direction.withUnsafeBufferPointer { direction in
      values.withUnsafeMutableBufferPointer { values in
        var product = 0.0
        var place = 0
        while place < values.count {
          product += direction[place] * values[place]
          place &+= 1
        }
        place = 0
        while place < values.count {
          values[place] -= product * direction[place]
          place &+= 1
        }
      }
    }
  }

  /// The residuals of one value for each known day, in their order.
  public func rest(of values: [Double]) -> [Double] {
    guard values.count == known.count else { return [] }
    var rest = values
    for direction in directions { DayPattern.remove(direction, from: &rest) }
    return rest
  }
}
