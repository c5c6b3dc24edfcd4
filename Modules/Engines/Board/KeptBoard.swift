internal import Days
public import Kernel
public import Platform
public import Storage

/// The last facts, cached so that a board is shown before anything else is read. Its name is the same for everybody.
public struct KeptBoard<Facts: BoardFacts>: Kept {
  public static var collection: String { "dashboards" }
  /// The name of the only record.
  public static var name: ID<KeptBoard> { ID(named: "last") }
  package static var lasts: Duration { .seconds(7 * 86_400) }

  public let facts: Facts
  /// The instant up to which the facts hold.
  public let at: Date
  /// The time at which no part of the facts was missing.
  public let wholeAt: Date

  public var id: ID<KeptBoard> { KeptBoard.name }
  public var when: Date { at }

  package init(_ facts: Facts, at: Date, wholeAt: Date) {
    self.facts = facts
    self.at = at
    self.wholeAt = wholeAt
  }

  private enum CodingKeys: String, CodingKey {
    case facts, at
    case wholeAt = "whole_at"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    facts = try container.decode(Facts.self, forKey: .facts)
    at = try container.decode(Date.self, forKey: .at)
    wholeAt = try container.decodeIfPresent(Date.self, forKey: .wholeAt) ?? at
  }

  /// Whether the cache may still be shown. A clock that was set back does not make it expire.
  func isAlive(at now: Moment) -> Bool {
    at.isOfOurTimes && wholeAt.isOfOurTimes && now.date.timeIntervalSince(at) <= KeptBoard.lasts.seconds
  }
}

extension Date {
  /// Beyond these years there is no data, and calendar arithmetic fails.
  var isOfOurTimes: Bool { abs(timeIntervalSince1970) < 250_000_000_000 }
}
