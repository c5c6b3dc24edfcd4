public import Days
public import Plot
public import Units

/// The message of a chart of days: a figure for the period, and its difference from the same length of time before.
///
/// Only like is compared with like: the mean, or the total, of a period with that of the same days of the period before. A
/// day that is not over is left out where its value still grows.
public struct ChartMessage: Sendable {
  /// The values of one measure in the period and before it, and how they are written.
  public struct Part: Sendable {
    /// The way in which a figure stands for the period.
    public enum Meaning: Sendable { case average, total, latest, level }

    var title: String
    var meaning: Meaning
    /// Whether the value of a day grows until the day is over.
    var isGrowing: Bool
    /// Whether the average is an amount a day.
    var isDaily: Bool
    /// The words for a higher and a lower value.
    var words = (more: "more", less: "less")
    /// The verb that goes with the title: "was", or "were" after a plural.
    var verb = "was"
    /// A value with its unit: "7 h 22 min".
    var said: @Sendable (Double) -> String
    /// The difference of two values, without its direction.
    var difference: @Sendable (Double) -> String
    var values: [Double?]
    /// As many values as `values` has; empty if nothing is known from before.
    var before: [Double?]

    public init(
      title: String, meaning: Meaning, isGrowing: Bool, isDaily: Bool,
      words: (more: String, less: String) = ("more", "less"), verb: String = "was",
      said: @escaping @Sendable (Double) -> String, difference: @escaping @Sendable (Double) -> String,
      values: [Double?], before: [Double?]
    ) {
      self.title = title
      self.meaning = meaning
      self.isGrowing = isGrowing
      self.isDaily = isDaily
      self.words = words
      self.verb = verb
      self.said = said
      self.difference = difference
      self.values = values
      self.before = before
    }
  }

  let parts: [Part]
  let range: ClosedRange<CalendarDay>
  /// The day that is not over yet.
  let today: CalendarDay
  /// "8 h".
  var goal: String?
  /// The reader's locale, for the order of a day and its month.
  private let locale: String

  public init(
    parts: [Part], range: ClosedRange<CalendarDay>, today: CalendarDay, goal: String? = nil, locale: String = "en"
  ) {
    self.parts = parts
    self.locale = locale
    self.range = range
    self.today = today
    self.goal = goal
  }

  /// "1 point", "5 points".
  public static func points(_ count: Int) -> String { count == 1 ? "1 point" : "\(count) points" }

  private func said(_ day: CalendarDay) -> String { DateWords.day(day, locale: locale) }

  private var days: Int { range.upperBound.days(since: range.lowerBound) + 1 }

  /// "the week before", "the 30 days before".
  private var earlier: String {
    days == 7 ? "the week before" : days == 1 ? "the day before" : "the \(days) days before"
  }

  private var stretch: String {
    guard range.upperBound == today else {
      return days == 1 ? "on \(said(range.upperBound))" : "over the \(days) days to \(said(range.upperBound))"
    }
    return days == 1 ? "today" : "over the last \(days) days"
  }

  // MARK: One measure

  /// A part reduced to numbers.
  private struct Reading {
    let part: Part
    /// The value of the period in the part's meaning.
    let figure: Double
    let least: Double
    let greatest: Double
    /// The values that are compared, of this period and of the one before.
    let compared: (now: Double, before: Double)?
    /// The index of the latest value.
    let latest: Int
    /// Whether the day that is not over has a value that was left out of `compared`.
    let leavesOut: Bool
    /// Whether only that day has a value.
    let isOnlyToday: Bool
    /// The first and the last value of a period whose latest value counts, when both are written differently.
    let ends: (from: Double, to: Double)?

    init?(_ part: Part, today: Int?) {
      self.part = part
      let unfinished = part.isGrowing ? today : nil
      func complete(_ values: [Double?]) -> [Double] {
        values.enumerated().compactMap { $0 == unfinished ? nil : $1 }
      }
      let (known, all) = (complete(part.values), part.values.compactMap(\.self))
      guard let latest = part.values.lastIndex(where: { $0 != nil }), let least = all.min(), let greatest = all.max(),
        let mean = (known.isEmpty ? all : known).mean
      else { return nil }
      (self.latest, self.least, self.greatest) = (latest, least, greatest)
      isOnlyToday = known.isEmpty
      leavesOut = known.count < all.count
      if known.count > 1, let from = known.first, let to = known.last, part.meaning == .latest,
        part.said(from) != part.said(to), part.difference(to - from) != part.difference(0)
      {
        ends = (from, to)
      } else {
        ends = nil
      }
      let before = complete(part.before)
      switch part.meaning {
      case .total:
        figure = all.reduce(0, +)
        // Days without a value add nothing to a total.
        compared = known.isEmpty || before.isEmpty ? nil : (known.reduce(0, +), before.reduce(0, +))
      case .average, .level, .latest:
        figure = part.meaning == .latest ? all.last ?? mean : mean
        // A mean of few days says little beside one of many.
        let isAlike =
          min(known.count, before.count) >= 3 && max(known.count, before.count) <= 2 * min(known.count, before.count)
        compared = isAlike ? before.mean.map { (mean, $0) } : nil
      }
    }

    /// "18 min more"; nil if the difference is less than what is written, or nothing is compared.
    var change: String? {
      guard let compared, !isSame else { return nil }
      return "\(part.difference(compared.now - compared.before)) "
        + (compared.now > compared.before ? part.words.more : part.words.less)
    }

    var isSame: Bool {
      guard let compared else { return false }
      return part.difference(compared.now - compared.before) == part.difference(0)
        || part.said(compared.now) == part.said(compared.before)
    }

    /// "7 to 9 of 10".
    var span: String {
      let (low, high) = (Int(least.rounded()), Int(greatest.rounded()))
      return low == high ? "\(high) of 10" : "\(low) to \(high) of 10"
    }
  }

  private var readings: [Reading] {
    let index = range.contains(today) ? today.days(since: range.lowerBound) : nil
    return parts.compactMap { Reading($0, today: index) }
  }

  // MARK: Headline

  /// Nil without values.
  public var headline: ChartHeadline? {
    let readings = readings
    guard let first = readings.first else { return nil }
    let goal = goal.map { "Goal \($0)" }
    guard parts.count == 1 else { return several(readings, goal) }
    let comparison = first.compared.map { _ in
      let words = first.change.map { "\($0) than \(earlier)" } ?? "About the same as \(earlier)"
      return first.part.meaning == .latest && first.change != nil ? "On average \(words)" : words
    }
    let without = first.leavesOut && !first.isOnlyToday
    switch first.part.meaning {
    case .average:
      let said = first.part.said(first.figure)
      if first.isOnlyToday { return ChartHeadline(said, "today so far", goal: goal) }
      return ChartHeadline(
        said, "\(first.part.isDaily ? "a day " : "")on average\(without ? ", without today" : "")",
        comparison: comparison, goal: goal)
    case .total:
      return ChartHeadline(
        first.part.said(first.figure), "in total", comparison: comparison.map { without ? "\($0), without today" : $0 },
        goal: goal)
    case .latest:
      let day = range.lowerBound.following(first.latest)
      return ChartHeadline(
        first.part.said(first.figure), day == today ? "today" : "on \(said(day))", comparison: comparison, goal: goal)
    case .level: return ChartHeadline(first.span, "", comparison: comparison, goal: goal)
    }
  }

  private func several(_ readings: [Reading], _ goal: String?) -> ChartHeadline {
    let figures = readings.enumerated().map { index, one in
      let title = index == 0 ? one.part.title : one.part.title.lowerFirst
      return "\(title) \(one.part.meaning == .level ? "\(Int(one.figure.rounded()))" : one.part.said(one.figure))"
    }
    let isLevel = readings.allSatisfy { $0.part.meaning == .level }
    let isDaily = readings.contains { $0.part.isDaily }
    let without = readings.contains { $0.leavesOut && !$0.isOnlyToday }
    let changes = readings.compactMap { one in one.change.map { "\(one.part.title.lowerFirst) \($0)" } }
    let isCompared = readings.contains { $0.compared != nil }
    let comparison =
      changes.isEmpty ? "About the same as \(earlier)" : "\(changes.joined(separator: ", ").upperFirst) than \(earlier)"
    return ChartHeadline(
      figures.joined(separator: ", "),
      "\(isLevel ? "of 10 " : isDaily ? "a day " : "")on average\(without ? ", without today" : "")",
      comparison: isCompared ? comparison : nil, goal: goal)
  }

  // MARK: Sentences

  /// "Sleep increased 18 min from 7 h 4 min to 7 h 22 min over the last 7 days, on average compared with the week before."
  /// Nil without values.
  public var summary: String? {
    let readings = readings
    guard !readings.isEmpty else { return nil }
    let sentences = readings.map(sentence) + (goal.map { ["The goal is \($0)."] } ?? [])
    return sentences.joined(separator: " ")
  }

  private func sentence(_ reading: Reading) -> String {
    let part = reading.part
    if reading.isOnlyToday { return "\(part.title): \(part.said(reading.figure)) today so far." }
    let without = reading.leavesOut ? ", without today" : ""
    let way = part.meaning == .total ? "in total" : "on average"
    let span = part.meaning == .level && parts.count == 1 ? " It was \(reading.span)." : ""
    guard let compared = reading.compared else {
      // Without a period before, the first and the last value show a trend of what is measured now and then alone.
      let change = reading.ends.map { "\(part.title) \(course(of: part, from: $0.from, to: $0.to)) \(stretch)." }
      // Several measures would be too long to listen to.
      if let change, parts.count > 1 { return change }
      return (change.map { "\($0) " } ?? "")
        + "\(change == nil ? "\(part.title) \(part.verb)" : "It was") \(part.said(reading.figure)) "
        + (part.meaning == .latest
          ? "on \(said(range.lowerBound.following(reading.latest)))."
          : "\(way)\(change == nil ? " \(stretch)" : "")\(part.meaning == .total ? "" : without).")
        + span
    }
    let trend =
      reading.isSame
      ? "stayed at \(part.said(compared.now))" : course(of: part, from: compared.before, to: compared.now)
    return "\(part.title) \(trend) \(stretch), \(way) compared with \(earlier)\(without)." + span
  }
}

extension ChartMessage {
  /// "increased 18 min from 7 h 4 min to 7 h 22 min".
  private func course(of part: Part, from: Double, to: Double) -> String {
    "\(to > from ? "increased" : "decreased") \(part.difference(to - from)) from \(part.said(from)) to \(part.said(to))"
  }
}

extension ChartMessage.Part {
  public init(_ measure: Measure, _ values: [Double?], before: [Double?], in amounts: AmountNotation = .plain) {
    let isOfTen = [.mood, .energy, .stress, .effort, .sleepQuality].contains(measure)
    let meaning: Meaning =
      switch measure {
      case .workouts, .workoutMinutes, .journal: .total
      case .weight: .latest
      default: isOfTen ? .level : .average
      }
    // The night that ends today is over.
    let isNight = [.sleepMinutes, .deepMinutes, .remMinutes, .awakeMinutes, .awakenings].contains(measure)
    let said: @Sendable (Double) -> String = { value in
      isOfTen
        ? "\(Int(value.rounded())) of 10"
        : measure == .meals ? Measure.tenths(value, in: amounts) : measure.said(value, in: amounts)
    }
    let isGrowing = measure.kind == .total && !isNight
    self.init(
      title: measure.title, meaning: meaning, isGrowing: isGrowing, isDaily: isGrowing,
      words: measure.kind == .level && measure != .weight ? ("higher", "lower") : ("more", "less"), verb: measure.verb,
      said: said,
      difference: { isOfTen ? "\(Int(abs($0).rounded()))" : said(abs($0)) }, values: values, before: before)
  }
}

extension [Double] {
  fileprivate var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}

extension String {
  /// Lowercases the first letter, except in abbreviations: "REM sleep" stays as it is.
  fileprivate var lowerFirst: String {
    let second = dropFirst().first
    guard let first, second.map({ !$0.isUppercase }) ?? true else { return self }
    return first.lowercased() + dropFirst()
  }

  fileprivate var upperFirst: String { prefix(1).uppercased() + dropFirst() }
}
