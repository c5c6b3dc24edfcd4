public import Platform
public import Samples

/// The decision about one kind on one day of one sync: a value, computed from what was read and what is known.
public struct DayDecision: Sendable, Equatable {
  /// Everything on which a decision depends.
  public struct Question: Sendable {
    /// Everything that the source has on the day, so that the totals are right.
    public var samples: [Sample]
    /// The day as this sync left it; a fresh one if it has done nothing.
    public var known: CarriedDay
    /// The same day of other syncs to the same destination.
    public var rivals: [CarriedDay]
    public var choice: ConflictChoice
    public var preferred: String?
    /// The app that the person chose for this day, or "all".
    public var chosen: String?
    /// The hashes of what this program has written into the source, so that nothing goes round in circles.
    public var echoes: Set<[UInt8]>
    /// Keys of single records that are left out, such as the second recording of a workout.
    public var leftOut: Set<String>
    /// Keys of single records that the person leaves out. What was written of them before stays.
    public var omitted: Set<String> = []
    /// Keys of workouts that wait for a second recording.
    public var held: Set<String> = []
    public var isExcluded: Bool
    public var mapping: SampleMapping
    public var now: Date

    public init(_ samples: [Sample], known: CarriedDay, mapping: SampleMapping, at now: Date) {
      self.samples = samples
      self.known = known
      self.mapping = mapping
      self.now = now
      (rivals, choice, preferred, chosen) = ([], ConflictChoice.usual(known.kind), nil, nil)
      (echoes, leftOut, isExcluded) = ([], [], false)
    }
  }

  /// Reasons why a record of the source is not written.
  public enum Skip: String, Sendable, Hashable, Codable, CaseIterable {
    case already, echo, implausible, excluded, outdone, open, waiting
    case leftOut = "left-out"

    /// The reason in words, after a number of records.
    public var words: String {
      switch self {
      case .already: "already there"
      case .echo: "written by SyncWell itself"
      case .implausible: "not possible for a body"
      case .excluded: "left out by you"
      case .outdone: "counted from another app"
      case .open: "waiting for your decision"
      case .waiting: "waiting for a second recording"
      case .leftOut: "the same workout is there"
      }
    }
  }

  public var writes: [WrittenMark] = []
  /// Keys of records that leave the destination: this sync's own, and those of days that are released.
  public var deletes: [String] = []
  /// Days of other syncs whose records leave the destination, since this one's count now.
  public var released: [CarriedDay] = []
  /// The day as it is known when all of it is done.
  public var day: CarriedDay
  /// The days to be stored before the destination is changed, so that a run that is killed leaves nothing unknown.
  public var intents: [CarriedDay] = []
  public var skips: [Skip: Int] = [:]
  /// Whether the person has to decide which app counts.
  public var asks = false

  /// A sample in the destination's form, with its marks.
  public struct WrittenMark: Sendable, Equatable {
    public let mark: SampleMark
    public let written: SampleMark
    public let sample: Sample
  }

  /// Decides.
  public init(_ question: Question) {
    day = question.known
    let own = question.samples.filter { sample in
      if sample.origin.written != nil || question.echoes.contains(SampleMark(sample).hash) {
        count(.echo)
        return false
      }
      guard sample.isPlausible else {
        count(.implausible)
        return false
      }
      return true
    }
    tally(own, at: question.now)
    guard !question.isExcluded else {
      for _ in own { count(.excluded) }
      return
    }
    let verdict = DayDecision.verdict(question, day)
    day.reason = verdict
    switch verdict {
    case .outdone, .open:
      asks = verdict == .open
      for _ in own { count(verdict == .open ? .open : .outdone) }
      // What an earlier rule wrote would be counted twice.
      if verdict == .outdone {
        deletes += day.possibleKeys
        day.clear()
      }
    case .alone, .everything: write(own, question)
    case .preferred, .newest, .greatest, .chosen:
      write(own, question)
      if !own.isEmpty { release(question.rivals) }
    }
    intend(question.known)
  }

  /// Notes as doubtful everything that is about to change.
  private mutating func intend(_ known: CarriedDay) {
    guard !writes.isEmpty || !deletes.isEmpty else { return }
    var own = known
    own.doubts.formUnion(writes.map(\.mark.key))
    own.doubts.formUnion(deletes.compactMap(SampleMark.key).filter { known.marks[$0] != nil })
    if own != known { intents.append(own) }
  }

  private mutating func count(_ skip: Skip) { skips[skip, default: 0] += 1 }

  private mutating func tally(_ own: [Sample], at now: Date) {
    day.count = own.count
    day.total =
      day.kind.shape == .reading
      ? own.max { $0.start < $1.start }?.amount ?? 0 : own.reduce(0) { $0 + $1.amount }
    day.newest = own.map(\.end).max() ?? .distantPast
    day.carriedAt = now
    day.isEmptied = false
    day.devices = Array(Set(own.compactMap(\.origin.device)).sorted().prefix(10))
  }

  private mutating func write(_ own: [Sample], _ question: Question) {
    var marks = day.marks
    var doubts = day.doubts
    for sample in own {
      let mark = SampleMark(sample)
      let isDoubtful = doubts.remove(mark.key) != nil
      if question.leftOut.contains(mark.text) {
        count(.leftOut)
        if isDoubtful || marks[mark.key] != nil {
          deletes.append(mark.text)
          marks.remove(mark.key)
        }
        continue
      }
      // A record that may be written half is finished first.
      guard isDoubtful || !question.omitted.contains(mark.text) else {
        count(.excluded)
        continue
      }
      guard isDoubtful || marks[mark.key] != nil || !question.held.contains(mark.text) else {
        count(.waiting)
        continue
      }
      guard isDoubtful || marks[mark.key]?.read != mark.hash else {
        count(.already)
        continue
      }
      let mapped = question.mapping.mapped(sample)
      let written = WrittenMark(mark: mark, written: SampleMark(mapped), sample: mapped)
      writes.append(written)
      marks.put(mark, written: written.written)
    }
    // Of what the source does not have any more, the doubt is ended.
    for key in doubts {
      deletes.append(SampleMark.text(key))
      marks.remove(key)
    }
    day.marks = marks
    day.doubts = []
  }

  private mutating func release(_ rivals: [CarriedDay]) {
    for rival in rivals {
      let keys = rival.possibleKeys
      guard !keys.isEmpty else { continue }
      deletes += keys
      var doubtful = rival
      doubtful.doubts.formUnion(rival.marks.all.keys)
      intents.append(doubtful)
      var released = rival
      released.clear()
      released.reason = .outdone
      self.released.append(released)
    }
  }

  // MARK: Which app counts

  private static func verdict(_ question: Question, _ day: CarriedDay) -> CarryReason {
    let rivals = question.rivals.filter(\.isRival)
    if let chosen = question.chosen {
      return chosen == day.source ? .chosen : chosen == "all" ? .everything : .outdone
    }
    guard !rivals.isEmpty, day.count > 0 else { return .alone }
    if [.newest, .greatest, .prefer].contains(question.choice), let verdict = former(question, day, rivals) {
      return verdict
    }
    switch question.choice {
    case .sum: return .everything
    case .prefer:
      if day.source == question.preferred { return .preferred }
      if rivals.contains(where: { $0.source == question.preferred }) { return .outdone }
      return greatest(day, rivals)
    case .newest:
      let newest = rivals.allSatisfy { ($0.newest, $0.source) < (day.newest, day.source) }
      return newest ? .newest : .outdone
    case .greatest: return greatest(day, rivals)
    case .ask, .merge:
      // Workouts are compared one by one, so a day of them is no question.
      if day.kind == .workout { return .everything }
      return day.marks.isEmpty && rivals.contains { !$0.marks.isEmpty } ? .open : .alone
    }
  }

  /// The decision made while the figures of a rival were known, read from its marks. Nil if they need not be known.
  private static func former(_ question: Question, _ day: CarriedDay, _ rivals: [CarriedDay]) -> CarryReason? {
    let sources = [day.source] + rivals.map(\.source)
    if question.choice == .prefer, sources.contains(where: { $0 == question.preferred }) { return nil }
    guard rivals.contains(where: \.isEmptied) else { return nil }
    return day.marks.isEmpty ? .outdone : .alone
  }

  private static func greatest(_ day: CarriedDay, _ rivals: [CarriedDay]) -> CarryReason {
    rivals.allSatisfy { ($0.total, $0.source) < (day.total, day.source) } ? .greatest : .outdone
  }
}

extension DayDecision {
  /// Takes back that a record was written, since the destination did not take it.
  public mutating func refuse(_ mark: SampleMark) {
    var marks = day.marks
    marks.remove(mark.key)
    day.marks = marks
  }
}
