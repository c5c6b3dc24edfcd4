internal import Days
internal import Forms
public import Kernel
internal import Measures
internal import Numbers
public import Platform
public import Plot

/// The chart of one measure, for the feature that shows it with any range and its export.
public struct OwnChart: Sendable, Hashable {
  public let measure: UUID
  public let title: String
  /// The kind, spelled as `ChartSpec.Kind.name`.
  public let kind: String

  init(_ measure: OwnMeasure) {
    self.measure = measure.id.uuid
    title = measure.name.brief(80)
    kind = measure.kind == .medicine ? "bar" : "line"
  }
}

extension OwnMeasuresState {
  /// The chart of a measure; nil while the measure is not known.
  public func chart(of id: UUID) -> OwnChart? { measure(id).map { OwnChart($0.measure) } }
}

extension OwnMeasures {
  /// The specification of a measure's chart from its current entries; waits until the measures have been read.
  public nonisolated func spec(
    of id: UUID, over period: Period, at now: Moment
  ) async throws(Problem) -> ChartSpec {
    for await state in states.listen() {
      switch state.reading {
      case .unread, .underWay: continue
      case .failed(let problem): throw problem
      case .done:
        guard let measure = state.measure(id)?.measure else { throw .ownMeasureGone }
        let drawing = OwnDrawing(measure: measure, today: now.day, now: now)
        let wanted = drawing.range(of: period)
        // With the same length of time before, for comparison.
        let length = wanted.map { $0.upperBound.days(since: $0.lowerBound) + 1 } ?? 0
        let from = wanted?.lowerBound.following(-length).start(in: now.zone)
        let to = wanted?.upperBound.range(in: now.zone)?.upperBound
        let range = from.flatMap { from in to.flatMap { from < $0 ? from..<$0 : nil } }
        return drawing.spec(of: try await needs.readings(id, range), over: period)
      }
    }
    throw Problem("called-off", "The chart was not loaded.", remedy: "Try again.")
  }
}

/// Draws the entries of one measure day by day.
struct OwnDrawing: Sendable {
  let measure: OwnMeasure
  let today: CalendarDay
  let now: Moment

  /// Number of bars beyond which they stand for weeks, since daily ones would be hairlines.
  static let mostBars = 30

  private static let hue = Hue("wellbeing")

  private var numbers: NumberNotation { NumberNotation(locale: now.locale) }

  /// The days of a period; nil for all of them.
  func range(of period: Period) -> ClosedRange<CalendarDay>? {
    switch period {
    case .all: return nil
    case .days(let count): return today.following(1 - max(1, count))...today
    case .custom(let from, let to):
      return CalendarDay(number: min(from.number, to.number))...CalendarDay(number: max(from.number, to.number))
    }
  }

  func spec(of readings: [OwnReading], over period: Period) -> ChartSpec {
    var byDay: [CalendarDay: [OwnReading]] = [:]
    for reading in readings { byDay[CalendarDay(reading.measuredAt, in: now.zone), default: []].append(reading) }
    let known = byDay.keys.min().flatMap { first in byDay.keys.max().map { first...max($0, today) } }
    let range = range(of: period) ?? known ?? today...today
    let length = range.upperBound.days(since: range.lowerBound) + 1
    let before = range.lowerBound.following(-length)...range.lowerBound.following(-1)
    let table = OwnDays(byDay)
    switch measure.kind {
    case .medicine: return medicine(table, range, before)
    case .pressure: return pressure(table, range, before)
    case .scale, .number: return level(table, range, before)
    }
  }

  // MARK: Kinds

  private func level(
    _ days: OwnDays, _ range: ClosedRange<CalendarDay>, _ before: ClosedRange<CalendarDay>
  ) -> ChartSpec {
    let isScale = measure.kind == .scale
    let values = days.values(range)
    let part = part(
      measure.name.brief(80), isScale ? .level : .average, values, before: days.values(before),
      said: { [measure, numbers] in measure.said($0.tenths, in: numbers) })
    let series = Series(
      id: "value", name: measure.name.brief(80), unit: isScale ? nil : measure.unit, hue: OwnDrawing.hue,
      points: points(values, from: range.lowerBound, isContinuous: isScale))
    let axis =
      isScale ? Axis(unit: "of 10", least: 0, greatest: 10, style: .whole) : Axis(unit: measure.unit)
    return spec(
      .line(Lines(series: [series], smooth: true, y: axis)),
      ChartMessage(parts: [part], range: range, today: today, locale: now.locale))
  }

  private func pressure(
    _ days: OwnDays, _ range: ClosedRange<CalendarDay>, _ before: ClosedRange<CalendarDay>
  ) -> ChartSpec {
    let (upper, lower) = (days.values(range), days.seconds(range))
    let said: @Sendable (Double) -> String = { [numbers] in "\(numbers.text($0.rounded())) mmHg" }
    let parts = [
      part("Upper value", .average, upper, before: days.values(before), said: said),
      part("Lower value", .average, lower, before: days.seconds(before), said: said),
    ]
    let series = [
      Series(
        id: "upper", name: "Upper value", unit: "mmHg", hue: .series[0],
        points: points(upper, from: range.lowerBound, isContinuous: false)),
      Series(
        id: "lower", name: "Lower value", unit: "mmHg", hue: .series[1], dash: .dashed, shape: .square,
        points: points(lower, from: range.lowerBound, isContinuous: false)),
    ]
    return spec(
      .line(Lines(series: series, isBand: true, y: Axis(unit: "mmHg", style: .whole))),
      ChartMessage(parts: parts, range: range, today: today, locale: now.locale))
  }

  /// Days on which the medicine was taken: of a short period each day, of a long one their number in each week.
  private func medicine(
    _ days: OwnDays, _ range: ClosedRange<CalendarDay>, _ before: ClosedRange<CalendarDay>
  ) -> ChartSpec {
    let values = days.taken(range)
    let said: @Sendable (Double) -> String = {
      let count = Int($0.rounded())
      return count == 1 ? "1 day" : "\(count) days"
    }
    // Today may still be a day on which it is taken.
    let part = part(
      "\(measure.name.brief(80)) taken", .total, values, before: days.taken(before), isGrowing: true, said: said)
    let isByWeek = values.count > OwnDrawing.mostBars
    let bars: [(day: CalendarDay, value: Double?)] =
      isByWeek ? weeks(values, range) : values.enumerated().map { (range.lowerBound.following($0), $1) }
    let series = Series(
      id: "taken", name: "Taken", unit: isByWeek ? "days" : nil, hue: OwnDrawing.hue,
      points: bars.compactMap { day, value in Day(number: day.number).map { Point(.day($0), value) } })
    return spec(
      .bar(Bars(series: [series], y: Axis(least: 0, greatest: isByWeek ? 7 : 1, style: .whole))),
      ChartMessage(parts: [part], range: range, today: today, locale: now.locale),
      subtitle: isByWeek ? "Days taken per week" : "1 is a day on which it was taken")
  }

  private func weeks(
    _ values: [Double?], _ range: ClosedRange<CalendarDay>
  ) -> [(day: CalendarDay, value: Double?)] {
    stride(from: values.count % 7 == 0 ? 0 : values.count % 7 - 7, to: values.count, by: 7).map { start in
      let week = values[max(0, start)..<min(values.count, start + 7)].compactMap(\.self)
      return (range.lowerBound.following(max(0, start)), week.isEmpty ? nil : week.reduce(0, +))
    }
  }

  // MARK: Parts

  private func part(
    _ title: String, _ meaning: ChartMessage.Part.Meaning, _ values: [Double?], before: [Double?],
    isGrowing: Bool = false, said: @escaping @Sendable (Double) -> String
  ) -> ChartMessage.Part {
    // A level of a symptom is said in whole numbers.
    var (full, difference) = (said, said)
    if meaning == .level {
      full = { "\(Int($0.rounded())) of 10" }
      difference = { "\(Int($0.rounded()))" }
    }
    return ChartMessage.Part(
      title: title, meaning: meaning, isGrowing: isGrowing, isDaily: false,
      words: meaning == .total ? (more: "more", less: "less") : (more: "higher", less: "lower"), said: full,
      difference: { [difference] in difference(abs($0)) }, values: values,
      before: before.contains { $0 != nil } ? before : [])
  }

  /// The points of a line. A symptom leaves days without an entry blank; what is measured now and then is connected, and
  /// only the ends of the period are blank.
  private func points(_ values: [Double?], from first: CalendarDay, isContinuous: Bool) -> [Point] {
    values.enumerated().compactMap { index, value in
      let isEnd = index == 0 || index == values.count - 1
      guard isContinuous || value != nil || isEnd else { return nil }
      return Day(number: first.following(index).number).map { Point(.day($0), value?.thousandths) }
    }
  }

  private func spec(_ kind: ChartSpec.Kind, _ message: ChartMessage, subtitle: String? = nil) -> ChartSpec {
    // A line of fewer than three values is not drawn, and the chart says how many days are missing.
    let isThin =
      if case .line(let lines) = kind { lines.series.allSatisfy { $0.points.count { $0.y != nil } < 3 } } else { false }
    return ChartSpec(
      title: measure.name.brief(80), subtitle: subtitle, summary: isThin ? nil : message.summary,
      headline: isThin ? nil : message.headline, asOf: now.date, zone: now.zone, kind: kind)
  }
}

/// The entries of one measure by day.
struct OwnDays {
  private let byDay: [CalendarDay: [OwnReading]]

  init(_ byDay: [CalendarDay: [OwnReading]]) { self.byDay = byDay }

  /// The mean value of each day; nil for a day without one.
  func values(_ range: ClosedRange<CalendarDay>) -> [Double?] { each(range) { $0.compactMap(\.value).mean } }

  func seconds(_ range: ClosedRange<CalendarDay>) -> [Double?] { each(range) { $0.compactMap(\.second).mean } }

  /// 1 for a day on which it was taken, 0 for one on which it was not; nil for a day without an entry.
  func taken(_ range: ClosedRange<CalendarDay>) -> [Double?] {
    each(range) { $0.contains(where: \.isTaken) ? 1 : 0 }
  }

  private func each(_ range: ClosedRange<CalendarDay>, _ value: ([OwnReading]) -> Double?) -> [Double?] {
    (range.lowerBound.number...range.upperBound.number).map { byDay[CalendarDay(number: $0)].flatMap(value) }
  }
}

extension Double {
  fileprivate var tenths: Double { magnitude < 10 ? thousandths : (self * 10).rounded() / 10 }
}

extension [Double] {
  fileprivate var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
