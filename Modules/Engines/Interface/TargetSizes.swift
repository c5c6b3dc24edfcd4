/// What a face promises of the room it gives to whatever is tapped, in CSS pixels.
public struct TargetSizes: Sendable, Hashable {
  /// A specification's own words, which nothing may fall below.
  public static let never = 44.0
  /// The measures that all faces share.
  public static let usual = TargetSizes()

  public var least: Double
  /// Between two of them.
  public var apart: Double
  /// Roles for which there is less room, from 44 on, and how much.
  public var exceptions: [Role: Double]

  public init(
    least: Double = Measures.Target.least, apart: Double = Measures.Target.apart, exceptions: [Role: Double] = [:]
  ) {
    self.least = least
    self.apart = apart
    self.exceptions = exceptions
  }

  /// The side of what is tapped: as promised, and never less than one line of the reader's text.
  public func side(of role: Role, at textSize: Int) -> Double {
    let line = Measures.Text.bodyPixels * Measures.Text.line * Double(textSize) / 100
    return max(exceptions[role] ?? least, line)
  }
}
