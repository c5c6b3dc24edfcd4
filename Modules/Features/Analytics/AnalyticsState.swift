internal import Days
internal import Interface
public import Kernel
internal import Platform

/// The recorded events of a person, the oldest first, and whether they consent.
public struct AnalyticsState: Deciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    public var isOver: Bool { self != .unread && self != .underWay }
  }

  /// The most events that are kept. Of more the oldest are dropped.
  public static let most = 500
  /// As many events are handed out at once.
  public static let batch = 50
  /// The pause between two batches.
  static let pause = Duration.seconds(60)

  /// Whether recorded events are handed out at all.
  let leaves: Bool
  /// Where the events go, as a sentence.
  let whereabouts: String
  let decision: AnalyticsDecision
  public internal(set) var reading = Reading.unread
  public internal(set) var queue: [RecordedEvent] = []
  /// Number of events that were dropped to make room since the start.
  public internal(set) var dropped = 0
  /// Whether the person consents; nil before that is known.
  var consent: Bool?
  /// Why the last change could not be saved.
  public internal(set) var problem: Problem?
  var isHandingOut = false
  /// Number of times that all events were dropped, so that a save under way stops.
  var forgotten = 0
  /// The counts that go to the person's server; nil for a product that sends none.
  public internal(set) var counting: Counting?

  /// The daily counts of a person, and whether they may be made.
  public struct Counting: Sendable, Equatable {
    public internal(set) var days: [UsageDay] = []
    public internal(set) var isAllowed = false
    var isRefused = false
    /// The events since the last erasure, of today and yesterday, by what is counted.
    var made: [UsageTally: Int] = [:]
    /// Number of times that all counts were to be erased.
    var erasures = 0

    /// Different counts that are made at once at most. Further ones are dropped.
    static let most = 1_000

    mutating func make(_ tally: UsageTally) {
      if made[tally] == nil {
        made = made.filter { $0.key.day.number >= tally.day.number - 1 }
        guard made.count < Counting.most else { return }
      }
      made[tally, default: 0] += 1
    }
  }

  public var isAllowed: Bool { consent == true }

  init(_ port: AnalyticsPort, _ decision: AnalyticsDecision, counts: Bool = false) {
    self.decision = decision
    leaves = port.leaves
    whereabouts = port.words
    counting = counts ? Counting() : nil
  }

  public typealias Steps = [Step<AnalyticsEffect, AnalyticsNews>]

  public mutating func receive(_ action: AnalyticsAction, at now: Moment) -> Steps {
    switch action {
    case .begin, .retry:
      guard reading == .unread || action == .retry else { return [] }
      let isFirst = reading == .unread
      reading = .underWay
      return [.run(.load, .latest("load"))]
        + (isFirst ? [.run(.listen, .standing("recorder"))] + (leaves ? [.run(.tick, .standing("tick"))] : []) : [])
        + (isFirst && counting != nil ? [.run(.followCounts, .standing("counts")), Self.reading] : [])
    case .loaded(let read):
      reading = .done
      // A withdrawal that came before the stored events were read holds for them too.
      let known = Set(queue.map(\.id))
      queue =
        read.filter { !known.contains($0.id) }.sorted { ($0.at, $0.id.description) < ($1.at, $1.id.description) }
        + queue
      return consent == false ? forget() : bounded() ? [Self.saving] : []
    case .notLoaded(let problem): reading = .failed(problem)
    case .recorded(let event, let isAllowed):
      guard isAllowed else { return [] }
      consent = true
      queue.append(event)
      _ = bounded()
      return [.say(.recorded(event)), Self.saving] + count(event, at: now)
    case .consent(let isGiven):
      // A device that has not heard of the person's choice yet deletes no counts of others.
      let ends = consent == true && !isGiven
      consent = isGiven
      return isGiven ? [] : forget() + (ends ? eraseCounts() : [])
    case .counting(let isAllowed, let isRefused):
      guard let before = counting else { return [] }
      counting?.isAllowed = isAllowed
      counting?.isRefused = isRefused
      return isRefused || (before.isAllowed && !isAllowed) ? eraseCounts() : []
    case .countsChanged: return [Self.reading]
    case .counted(let days):
      counting?.days = days
      // Counts of another device, from before it heard of the withdrawal.
      return counting?.isRefused == true && !days.isEmpty ? eraseCounts() : []
    case .rang:
      guard leaves, isAllowed, !isHandingOut, !queue.isEmpty else { return [] }
      isHandingOut = true
      return [.run(.handOut(Array(queue.prefix(AnalyticsState.batch))), .latest("out"))]
    case .handedOut(let ids):
      isHandingOut = false
      let gone = Set(ids)
      queue.removeAll { gone.contains($0.id) }
      return [Self.saving]
    case .notHandedOut: isHandingOut = false
    case .notKept(let problem): self.problem = problem
    case .deleteAll:
      guard !queue.isEmpty || counting?.days.isEmpty == false else { return [] }
      return forget() + eraseCounts() + [.say(.told(Toast("The recorded events are deleted.", tone: .success)))]
    }
    return []
  }

  // Each effect works on the state as it is when it runs, so that one waiting effect of a lane stands for all.
  private static let saving = Steps.Element.run(.save, .newest("queue"))
  private static let countSaving = Steps.Element.run(.saveCounts, .newest("counts"))
  private static let reading = Steps.Element.run(.readCounts, .newest("read"))

  private mutating func count(_ event: RecordedEvent, at now: Moment) -> Steps {
    guard counting?.isAllowed == true else { return [] }
    counting?.make(UsageTally(event, on: CalendarDay(event.at, in: now.zone)))
    return [Self.countSaving]
  }

  private mutating func eraseCounts() -> Steps {
    guard counting != nil else { return [] }
    counting?.made = [:]
    counting?.erasures += 1
    return [Self.countSaving]
  }

  /// Drops the oldest events above the limit. Returns false if there are none.
  private mutating func bounded() -> Bool {
    let excess = queue.count - AnalyticsState.most
    guard excess > 0 else { return false }
    queue.removeFirst(excess)
    dropped += excess
    return true
  }

  /// Drops everything that waits, and stops what is on its way out.
  private mutating func forget() -> Steps {
    queue = []
    forgotten += 1
    isHandingOut = false
    return [.stop(.latest("out")), Self.saving]
  }
}
