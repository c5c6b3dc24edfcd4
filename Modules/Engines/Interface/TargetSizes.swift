/// The minimum sizes of tap targets that a face guarantees, in CSS pixels.
public struct TargetSizes: Sendable, Hashable {
  /// The absolute minimum, from the specifications.
  public static let never = 44.0
  /// The sizes common to all faces.
  public static let usual = TargetSizes()

  public var least: Double
  /// The distance between two targets.
  public var apart: Double
  /// Smaller sizes for certain roles, at least 44.
  public var exceptions: [Role: Double]

  public init(
    least: Double = Measures.Target.least, apart: Double = Measures.Target.apart, exceptions: [Role: Double] = [:]
  ) {
    self.least = least
    self.apart = apart
    self.exceptions = exceptions
  }

  /// The side of a target: the guaranteed size, and at least one line of the reader's text.
  public func side(of role: Role, at textSize: Int) -> Double {
    let line = Measures.Text.bodyPixels * Measures.Text.line * Double(textSize) / 100
    return max(exceptions[role] ?? least, line)
  }
}
