public import Days
internal import Forms
public import Kernel
internal import Platform

/// A symptom or a number of a person, day by day, for an analysis of its days.
public struct OwnDaily: Sendable, Equatable {
  /// The identifier of the measure.
  public let id: String
  public let name: String
  /// Behind a value: " of 10", " mmol/l"; empty for none.
  public let unit: String
  /// The mean value of each day.
  public let values: [CalendarDay: Double]
}

extension OwnMeasuresState {
  /// The daily values of the measures with one value, of those entries that are read.
  public func series(at now: Moment) -> [OwnDaily] {
    let analysed = measures.map(\.measure).filter { $0.kind == .scale || $0.kind == .number }
    return analysed.map { measure in
      var days: [CalendarDay: (sum: Double, count: Int)] = [:]
      for kept in readings(of: measure.id.uuid) {
        guard let value = kept.reading.value else { continue }
        let day = CalendarDay(kept.reading.measuredAt, in: now.zone)
        let known = days[day] ?? (0, 0)
        days[day] = (known.sum + value, known.count + 1)
      }
      return OwnDaily(
        id: measure.id.uuid.uuidString.lowercased(), name: measure.name.brief(60),
        unit: measure.kind == .scale ? " of 10" : measure.unit.map { " \($0)" } ?? "",
        values: days.mapValues { $0.sum / Double($0.count) })
    }
  }
}
