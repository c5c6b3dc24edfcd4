public import Platform
public import Storage

/// The resolution of a conflict between two devices' changes to the same record.
public enum Policy: Sendable, Hashable {
  /// The person decides.
  case ask
  /// Field by field: a change by one side stays; of fields that both have changed, the newest by the server's time
  /// wins. The losing version is kept.
  case newest
  /// The greater hybrid clock in that field wins, capped at the server's time. The losing version is kept.
  case clock(String)
  /// The greater whole number in that field wins; of equal ones, the server's version. The losing version is kept.
  case greatest(String)
  /// The server wins, and this device's version is kept as the loser.
  case server
  /// Field by field; the person decides about fields that both have changed.
  case merge
}

/// The context of a conflict besides the two versions.
public struct Judging: Sendable, Hashable {
  /// The server's time minus this device's, in seconds.
  public let offset: Double
  /// The current time by this device's clock.
  public let now: Date

  public init(offset: Double, now: Date) {
    self.offset = offset
    self.now = now
  }
}

extension Policy {
  /// Resolves a conflict; returns nil when the person must decide.
  public func resolution(of conflict: Conflict, _ judging: Judging) -> Resolution? {
    // Both sides agree, so nothing is lost.
    if conflict.mine == nil, conflict.theirs == nil { return .theirs }
    if let mine = conflict.mine, let theirs = conflict.theirs, Merge.differing(mine, theirs).isEmpty { return .theirs }
    switch self {
    case .ask: return nil
    case .server: return .theirs
    case .newest: return newest(conflict, judging)
    case .clock(let field): return clocked(conflict, field, judging)
    case .greatest(let field): return greatest(conflict, field)
    case .merge:
      guard let merge = Merge(conflict), merge.clashes.isEmpty else { return nil }
      return .merged(merge.merged)
    }
  }

  private func newest(_ conflict: Conflict, _ judging: Judging) -> Resolution {
    guard let theirs = conflict.theirs else {
      // The time of the deletion is unknown; what a person has written since is not thrown away.
      return .mine
    }
    let isMine = isNewer(conflict, than: theirs, judging)
    guard conflict.mine != nil else { return isMine ? .mine : .theirs }
    guard let merge = Merge(conflict) else { return isMine ? .mine : .theirs }
    return .merged(merge.choosing(isMine ? .mine : .theirs))
  }

  private func isNewer(_ conflict: Conflict, than theirs: Fields, _ judging: Judging) -> Bool {
    let mine = conflict.editedAt.addingTimeInterval(judging.offset)
    // A clock that runs ahead gains nothing: an edit counts as made now at the latest.
    let capped = min(mine, judging.now.addingTimeInterval(judging.offset))
    let stamped = theirs["edited_at"]?.instant
    let arrived = theirs["updated_at"]?.instant
    // The other edit was made no later than the server received it.
    guard let other = [stamped, arrived].compactMap(\.self).min() else { return false }
    return capped > other
  }

  private func clocked(_ conflict: Conflict, _ field: String, _ judging: Judging) -> Resolution {
    guard let theirs = conflict.theirs else { return .mine }
    guard let mine = conflict.mine else { return .theirs }
    let most = judging.now.addingTimeInterval(judging.offset)
    let clocks = (mine[field]?.clock?.capped(at: most), theirs[field]?.clock?.capped(at: most))
    guard let own = clocks.0 else { return .theirs }
    guard let other = clocks.1 else { return .mine }
    return own > other ? .mine : .theirs
  }
}

extension Policy {
  /// A deletion loses against a version that has a number.
  private func greatest(_ conflict: Conflict, _ field: String) -> Resolution {
    guard let mine = conflict.mine?[field]?.number else { return .theirs }
    guard let theirs = conflict.theirs?[field]?.number else { return .mine }
    return mine > theirs ? .mine : .theirs
  }
}

extension Value {
  fileprivate var number: Int64? { if case .int(let number) = self { number } else { nil } }

  var instant: Date? {
    switch self {
    case .date(let date): date
    case .text(let text): Instants.date(text)
    default: nil
    }
  }

  fileprivate var clock: HybridClock? { if case .text(let text) = self { HybridClock(text) } else { nil } }
}
