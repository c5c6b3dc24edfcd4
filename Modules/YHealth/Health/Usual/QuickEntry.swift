internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Platform
internal import Units

/// An entry that is logged with one tap, with the current time.
public struct QuickEntry: Sendable, Hashable {
  public let kind: LogKind
  /// The title of its button.
  public let words: String
  let values: FormValues<FormField>

  init(_ kind: LogKind, _ words: String, _ values: FormValues<FormField>) {
    self.kind = kind
    self.words = words
    self.values = values
  }

  /// The same entry on an earlier day, at this time of day.
  func on(_ day: CalendarDay) -> QuickEntry {
    var values = values
    values[.date] = day.text
    return QuickEntry(kind, words, values)
  }

  static let mostUsual = 3
  /// The range around the current time of day, in minutes, and the number of past days that are searched.
  static let minutesAround = 120
  static let daysBack = 60

  /// The suggestions of a form: a scale, common glass sizes, and usual entries of this time of day.
  static func offers(_ kind: LogKind, _ entries: [KeptEntry], at now: Moment) -> [QuickEntry] {
    switch kind {
    case .mood:
      return [1, 3, 5, 7, 9].map { mood in
        QuickEntry(
          kind, "\(MoodEntry.word(for: mood).capitalisedFirst), \(mood) of 10",
          FormValues<FormField>([.mood: "\(mood)"]))
      }
    case .water:
      let amounts = AmountNotation(of: now.locale)
      let glasses = WaterEntry.glasses(in: amounts).map { glass($0, WaterEntry.said($0, in: amounts)) }
      return glasses + usual(kind, entries, at: now).filter { other in !glasses.contains { $0.values == other.values } }
    case .meal, .activity, .workout, .energy: return usual(kind, entries, at: now)
    // These are never the same twice.
    case .journal, .sleep, .weight: return []
    }
  }

  /// The suggestions of all kinds for the sheet: the usual amount of water, a meal and a training of this time of day,
  /// and the last weight.
  static func mostUsed(_ entries: [KeptEntry], at now: Moment) -> [QuickEntry] {
    let water = usual(.water, entries, at: now, minutesAround: 720).first ?? firstGlass(at: now)
    let rest = [LogKind.meal, .workout, .activity].compactMap { usual($0, entries, at: now).first }
    return [water] + rest + (lastWeight(entries, at: now).map { [$0] } ?? [])
  }

  private static func glass(_ millilitres: Int, _ words: String) -> QuickEntry {
    QuickEntry(.water, words, FormValues<FormField>([.millilitres: "\(millilitres)"]))
  }

  private static func firstGlass(at now: Moment) -> QuickEntry {
    let amounts = AmountNotation(of: now.locale)
    let millilitres = WaterEntry.glasses(in: amounts)[0]
    return glass(millilitres, "Water, \(WaterEntry.said(millilitres, in: amounts))")
  }

  private static func lastWeight(_ entries: [KeptEntry], at now: Moment) -> QuickEntry? {
    let recent = entries.filter { $0.name.kind == .weight && (earliest(at: now)...now.date).contains($0.entry.when) }
    return recent.max { $0.entry.when < $1.entry.when }.map { kept in
      QuickEntry(.weight, kept.entry.record.words(in: AmountNotation(of: now.locale)), kept.entry.record.answers)
    }
  }

  /// The earliest entry that counts for what is usual.
  static func earliest(at now: Moment) -> Date { now.date.addingTimeInterval(Double(-86_400 * daysBack)) }

  /// The most frequent entries around this time of day; among equals the latest.
  private static func usual(
    _ kind: LogKind, _ entries: [KeptEntry], at now: Moment, minutesAround: Int = minutesAround
  ) -> [QuickEntry] {
    let first = earliest(at: now)
    let clock = now.clock.minutes
    var (counts, order): ([FormValues<FormField>: Int], [FormValues<FormField>]) = ([:], [])
    var words: [FormValues<FormField>: String] = [:]
    for kept in entries where kept.name.kind == kind && kept.entry.when >= first && kept.entry.when <= now.date {
      let apart = abs(Moment(kept.entry.when, in: now.zone).clock.minutes - clock)
      guard min(apart, 1440 - apart) <= minutesAround else { continue }
      var values = kept.entry.record.answers
      // A photo and a note belong to a single entry.
      for field in [FormField.photo, .note] { values[field] = "" }
      if counts[values] == nil {
        order.append(values)
        words[values] = kept.entry.record.words(in: AmountNotation(of: now.locale))
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
