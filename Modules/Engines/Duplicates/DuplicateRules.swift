/// A person's settings for the search for duplicates.
public struct DuplicateRules: Sendable, Hashable {
  /// The least score of a duplicate, from 0 to 1.
  public var threshold: Double
  /// The greatest difference of two starts that counts as the same start, in seconds.
  public var startTolerance: Double
  /// The least part of the shorter recording that the longer one covers.
  public var leastOverlap: Double

  public init(threshold: Double = 0.5, startTolerance: Double = 180, leastOverlap: Double = 0.5) {
    self.threshold = min(max(threshold, 0), 1)
    self.startTolerance = min(max(startTolerance, 0), 3600)
    self.leastOverlap = min(max(leastOverlap, 0.05), 1)
  }
}

/// Two recordings of one workout, with the reasons.
public struct DuplicatePair: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case whole
    /// One is a part of the other, as after a restart of a device.
    case part
    /// The clock of one is wrong by these seconds, as with a wrong time zone.
    case shifted(Int)
  }

  public struct Reason: Sendable, Hashable {
    /// Greater than zero speaks for a duplicate.
    public let points: Double
    public let words: String
  }

  /// The one that began first.
  public let first: String
  public let second: String
  /// From 0 to 1.
  public let score: Double
  public let kind: Kind
  /// Seconds to add to the second's times so that both agree; nil if nothing was measured by which to tell.
  public let clockOffset: Int?
  /// Those that weigh most come first.
  public let reasons: [Reason]
}
