internal import Days
internal import FoundationEssentials
internal import Hours
internal import Kernel

/// An entry that one tap logs, for now.
public struct QuickEntry: Sendable, Hashable {
  public let kind: LogKind
  /// As its button says it.
  public let words: String
  let values: FormValues

  init(_ kind: LogKind, _ words: String, _ values: FormValues) {
    self.kind = kind
    self.words = words
    self.values = values
  }

  static let mostUsual = 3
  /// How far around this time of the day one looks, and how many days back.
  static let minutesAround = 120
  static let daysBack = 60

  /// What this form offers: a scale, the glasses that most people have, and what was usual at this time of the day.
  static func offers(_ kind: LogKind, _ entries: [KeptEntry], at now: Moment) -> [QuickEntry] {
    switch kind {
    case .mood:
      return [1, 3, 5, 7, 9].map { mood in
        QuickEntry(kind, "\(MoodEntry.word(for: mood).capitalisedFirst), \(mood) of 10", FormValues([.mood: "\(mood)"]))
      }
    case .water:
      let glasses = [250, 500].map { QuickEntry(kind, "\($0) ml", FormValues([.millilitres: "\($0)"])) }
      return glasses + usual(kind, entries, at: now).filter { other in !glasses.contains { $0.values == other.values } }
    case .meal, .activity, .workout, .energy: return usual(kind, entries, at: now)
    // These are never twice the same.
    case .journal, .sleep, .weight: return []
    }
  }

  /// What was logged most often around this time of the day; of what was as often, the latest.
  private static func usual(_ kind: LogKind, _ entries: [KeptEntry], at now: Moment) -> [QuickEntry] {
    let first = now.date.addingTimeInterval(Double(-86_400 * daysBack))
    let clock = now.clock.minutes
    var (counts, order): ([FormValues: Int], [FormValues]) = ([:], [])
    var words: [FormValues: String] = [:]
    for kept in entries where kept.name.kind == kind && kept.entry.when >= first && kept.entry.when <= now.date {
      let apart = abs(Moment(kept.entry.when, in: now.zone).clock.minutes - clock)
      guard min(apart, 1440 - apart) <= minutesAround else { continue }
      var values = kept.entry.record.answers
      // A photo and a note belong to the one time.
      for field in [FormField.photo, .note] { values[field] = "" }
      if counts[values] == nil {
        order.append(values)
        words[values] = kept.entry.record.words
      }
      counts[values, default: 0] += 1
    }
    let ranked = order.enumerated().sorted { one, other in
      let (mine, theirs) = (counts[one.element] ?? 0, counts[other.element] ?? 0)
      return mine == theirs ? one.offset < other.offset : mine > theirs
    }
    return ranked.prefix(mostUsual).map { QuickEntry(kind, words[$0.element] ?? "", $0.element) }
  }
}
