internal import AppleHealth
internal import Connectors
internal import Days
internal import Health
internal import Kernel
internal import Measures
internal import Storage

extension ConnectorsNeeds {
  /// Adds the totals of devices to the log, each under the name of its source.
  init(_ store: Store, handing health: Health) {
    self.init(
      store,
      deliver: { connector, days throws(Problem) in
        _ = try await health.take(
          days.worthKeeping.map { day in
            (day.day, day.measure, day.amount, "\(connector.title): \(day.source ?? DeviceDay.all)")
          })
      },
      remove: { connector throws(Problem) in try await health.forget(import: connector.title) })
  }
}

private struct DayMeasure: Hashable {
  let day: CalendarDay
  let measure: Measure

  init(_ read: ReadDay) {
    day = read.day
    measure = read.measure
  }
}

extension [ReadDay] {
  /// Drops the figure of a source that is the only one of its day and measure, since it equals the total.
  fileprivate var worthKeeping: [ReadDay] {
    let sources = reduce(into: [DayMeasure: Int]()) { counts, one in
      if one.source != nil { counts[DayMeasure(one), default: 0] += 1 }
    }
    return filter { $0.source == nil || sources[DayMeasure($0), default: 0] > 1 }
  }
}
