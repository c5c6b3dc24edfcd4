public import Carrying
public import Days
internal import Duplicates
public import Kernel
public import Platform
public import Samples
public import Storage

/// Two recordings of one workout, or two apps' amounts of one day, of which only one may count. It stays on the device.
public struct SyncConflict: Kept {
  public static let collection = "sync_conflicts"

  public struct Amount: Sendable, Hashable, Codable {
    public let source: String
    /// Nil when the source allows to keep it for some days only, and they are over.
    public fileprivate(set) var total: Double?
    /// Number of days for which it may be kept; nil without a limit.
    public let keptDays: Int?

    public init(_ source: String, _ total: Double?, keptDays: Int? = nil) {
      (self.source, self.total, self.keptDays) = (source, total, keptDays)
    }
  }

  public enum Subject: Sendable, Hashable, Codable {
    /// The first is at the destination already.
    case workouts(HeldWorkout, HeldWorkout)
    /// The workouts were removed, since a provider allows to keep them for some days only.
    case forgotten(String, String)
    case amounts(SampleKind, Amount, Amount)
  }

  public let id: ID<SyncConflict>
  /// The syncs of the first and the second.
  public let first: ID<SyncPlan>
  public let second: ID<SyncPlan>
  public let destination: String
  public let day: CalendarDay
  public var subject: Subject
  /// From 0 to 1: how sure it is that both are one.
  public private(set) var score: Double
  /// Sentences that speak for one workout, the weightiest first.
  public private(set) var reasons: [String]
  /// Sentences that speak against it; nil in what older versions stored, which are among the reasons.
  public private(set) var doubts: [String]?
  /// Seconds to add to the second's times.
  public private(set) var clockOffset: Int
  public let foundAt: Date
  public var settlement = Settlement.open
  public var settledAt: Date?
  /// The rule that settled it; nil if the person did.
  public var rule: ConflictChoice?
  /// The person's choices for single fields of a merge.
  public var fields: [String: String] = [:]
  /// The keys of workouts that were removed, so that they are neither written nor asked about again.
  private var forgottenKeys: [String]?

  public var when: Date { foundAt }

  init(
    id: ID<SyncConflict>, first: ID<SyncPlan>, second: ID<SyncPlan>, destination: String, day: CalendarDay,
    _ subject: Subject, score: Double = 1, reasons: [String] = [], doubts: [String] = [], clockOffset: Int = 0, at: Date
  ) {
    self.id = id
    self.first = first
    self.second = second
    self.destination = destination
    self.day = day
    self.subject = subject
    self.score = score
    self.reasons = reasons
    self.doubts = doubts
    self.clockOffset = clockOffset
    foundAt = at
  }

  public var isOpen: Bool { settlement == .open }

  /// The apps of both sides.
  public var sources: (first: String, second: String) {
    switch subject {
    case .workouts(let one, let other): (one.sample.origin.provider, other.sample.origin.provider)
    case .forgotten(let one, let other): (one, other)
    case .amounts(_, let one, let other): (one.source, other.source)
    }
  }

  /// Both workouts as one, with what the person chose; nil where a provider's terms forbid it.
  var merge: WorkoutMerge? {
    guard case .workouts(.free(let one), .free(let other)) = subject else { return nil }
    var merge = WorkoutMerge(one, other, clockOffset: clockOffset)
    for (field, choice) in fields {
      if let field = WorkoutMerge.Field(rawValue: field), let choice = WorkoutMerge.Choice(rawValue: choice) {
        merge.choose(field, choice)
      }
    }
    return merge
  }

  /// Whether a later decision has taken the place of the workout that this one made.
  func isReplaced(in conflicts: [SyncConflict]) -> Bool {
    guard settlement == .merged, case .workouts(let one, let other) = subject else { return false }
    let made = SampleMark.text(of: WorkoutMerge.origin(one.sample, other.sample, as: SyncRunner.own), .workout)
    return conflicts.contains { later in
      (later.settlement == .second || later.settlement == .merged) && later.keys?.first == made
    }
  }

  /// The keys of both workouts.
  var keys: (first: String, second: String)? {
    if case .workouts(let one, let other) = subject {
      return (SampleMark(one.sample).text, SampleMark(other.sample).text)
    }
    guard let keys = forgottenKeys, keys.count == 2 else { return nil }
    return (keys[0], keys[1])
  }

  /// The keys of the workouts that a run leaves out.
  var leftOut: Set<String> {
    guard let (first, second) = keys else { return [] }
    return switch settlement {
    case .open, .first: [second]
    case .second: [first]
    case .merged: [first, second]
    }
  }

  /// The instant until which a decision can be taken back.
  func undoEnds() -> Date? { settledAt.map { $0.addingTimeInterval(SyncConflict.undoTime) } }

  static let undoTime = 7 * 86_400.0

  /// Whether a decision can be taken back at an instant: what was removed cannot be written again.
  func canUndo(at now: Date, among conflicts: [SyncConflict]) -> Bool {
    !isForgotten && undoEnds().map { now < $0 } ?? false && expiresAt.map { now < $0 } ?? true
      && !isReplaced(in: conflicts)
  }

  /// Whether what the apps told was removed.
  var isForgotten: Bool {
    switch subject {
    case .workouts: false
    case .forgotten: true
    case .amounts(_, let one, let other): one.total == nil && other.total == nil
    }
  }

  /// The instant at which what the apps told has to be removed; nil without a limit.
  var expiresAt: Date? {
    let kept: [Int?] =
      switch subject {
      case .workouts(let one, let other): [one.keptDays, other.keptDays]
      case .amounts(_, let one, let other) where !isForgotten: [one.keptDays, other.keptDays]
      case .forgotten, .amounts: []
      }
    return kept.compactMap(\.self).min().map { foundAt.addingTimeInterval(Double($0) * 86_400) }
  }

  /// Removes what the apps told. Their names, the decision and the keys stay, so that nothing is asked twice.
  mutating func expire() {
    forgottenKeys = keys.map { [$0.first, $0.second] }
    switch subject {
    case .workouts, .forgotten: subject = .forgotten(sources.first, sources.second)
    case .amounts(let kind, var one, var other):
      (one.total, other.total) = (nil, nil)
      subject = .amounts(kind, one, other)
    }
    (score, reasons, doubts, clockOffset, fields) = (0, [], [], 0, [:])
  }

  private enum CodingKeys: String, CodingKey {
    case id, first, second, destination, day, subject, score, reasons, doubts, settlement, fields
    case clockOffset = "clock_offset"
    case forgottenKeys = "forgotten_keys"
    case foundAt = "found_at"
    case settledAt = "settled_at"
    case rule = "settled_by"
  }
}
