internal import Kernel
internal import Mode
internal import Plot
internal import Shell

/// The days of a chart in the gallery, with deterministic sample values.
struct ExhibitDays: Sendable {
  let days: [Day]
  let today: Day?

  init(_ period: Period, _ now: Moment) {
    today = Day(now.date, in: now.zone)
    guard let today else {
      days = []
      return
    }
    let (first, last) =
      switch period {
      case .days(let count): (today.number - count + 1, today.number)
      case .custom(let from, let to): (from.number, min(to.number, today.number))
      case .all: (today.number - 29, today.number)
      }
    days = first <= last ? (first...last).compactMap { Day(number: $0) } : []
  }

  /// Returns a sample value: a wave of several weeks with daily noise.
  static func value(_ number: Int, around middle: Double, by swing: Double, weeks: Int, seed: Int) -> Double {
    let length = weeks * 7
    let place = ((number + seed * 5) % length + length) % length
    let slope = abs(Double(place) / Double(length) * 4 - 2) - 1
    let unrest = Double(((number &* 31 &+ seed &* 17) % 97 + 97) % 97) / 48 - 1
    return ((middle + swing * (slope + unrest * 0.35)) * 10).rounded() / 10
  }

  func points(_ value: (Int, Int) -> Double?) -> [Point] {
    days.map { Point(.day($0), value($0.number, (today?.number ?? 0) - $0.number)) }
  }

  func wave(around middle: Double, by swing: Double, weeks: Int = 5, seed: Int) -> [Point] {
    points { number, _ in ExhibitDays.value(number, around: middle, by: swing, weeks: weeks, seed: seed) }
  }
}

extension Exhibit {
  static let all: [Exhibit] = [
    Exhibit("Pillar scores", "line") { days in
      .line(
        Plot.Lines(
          series: [
            Series(
              id: "fitness", name: "Fitness", hue: Hue("fitness"),
              points: days.points { number, ago in
                // One day has no value, and one is an outlier.
                ago == 4 ? nil : ago == 9 ? 8 : ExhibitDays.value(number, around: 76, by: 4, weeks: 6, seed: 1)
              }),
            Series(
              id: "nutrition", name: "Nutrition", hue: Hue("nutrition"), dash: .dashed, shape: .square,
              points: days.wave(around: 62, by: 6, seed: 2)),
            Series(
              id: "wellbeing", name: "Wellbeing", hue: Hue("wellbeing"), dash: .dotted, shape: .triangle,
              points: days.wave(around: 48, by: 5, weeks: 3, seed: 3)),
          ], smooth: true, y: Axis(least: 0, greatest: 100)))
    },
    Exhibit("Steps", "bar") { days in
      .bar(
        Bars(series: [
          Series(
            id: "steps", name: "Steps", unit: "steps", hue: Hue("fitness"),
            points: days.points { number, _ in
              (ExhibitDays.value(number, around: 8_400, by: 2_600, weeks: 2, seed: 4) / 10).rounded() * 10
            })
        ]))
    },
    Exhibit("Time outside and in", "grouped-bar") { days in
      .groupedBar(
        Bars(series: [
          Series(
            id: "out", name: "Outside", unit: "min", hue: Hue.series[0],
            points: days.wave(around: 60, by: 25, weeks: 2, seed: 5)),
          Series(
            id: "in", name: "Inside", unit: "min", hue: Hue.series[1],
            points: days.wave(around: 40, by: 15, weeks: 1, seed: 6)),
        ]))
    },
    Exhibit("Goals today", "ring", hasRanges: false) { _ in
      .ring(
        Rings([
          .init(id: "steps", name: "Steps", value: 8_400, of: 10_000, unit: "steps", hue: .progress),
          .init(id: "water", name: "Water", value: 1.2, of: 2, unit: "l", hue: .progress),
          .init(id: "sleep", name: "Sleep", value: 3, of: 8, unit: "h", hue: .progress),
        ]))
    },
    Exhibit("Resting pulse", "sparkline") { days in
      .sparkline(
        Sparkline(Series(id: "pulse", name: "Pulse", unit: "bpm", points: days.wave(around: 58, by: 3, seed: 7))))
    },
    Exhibit("Activity by hour", "heatmap", hasRanges: false) { _ in
      .heatmap(
        Heatmap(
          Weekday.allCases.flatMap { day in
            (6..<23).compactMap { hour -> Heatmap.Cell? in
              let value = ExhibitDays.value(day.rawValue * 24 + hour, around: 20, by: 22, weeks: 1, seed: 8)
              return value < 4 ? nil : Heatmap.Cell(day, hour: hour, value)
            }
          }, unit: "min", hue: Hue("fitness")))
    },
    Exhibit("Sleep and performance", "scatter") { days in
      .scatter(
        Scatter(
          series: [
            Series(
              id: "days", name: "Days",
              points: days.days.map { day in
                let sleep = ExhibitDays.value(day.number, around: 7, by: 1.2, weeks: 3, seed: 9)
                return Point(
                  .number(sleep), ExhibitDays.value(day.number, around: 40 + sleep * 5, by: 4, weeks: 1, seed: 10))
              })
          ], x: Axis(title: "Sleep", unit: "h"), y: Axis(title: "Performance")))
    },
    Exhibit("Runner profile", "radar", hasRanges: false) { _ in
      .radar(
        Radar(
          spokes: [
            "Endurance Base", "Speed", "Recovery Discipline", "Consistency", "Injury Resilience", "Race Readiness",
          ]
          .map { Radar.Spoke($0) },
          outlines: [
            .init(id: "now", name: "Now", hue: Hue.series[0], values: [72, 55, 64, 81, 47, 60]),
            .init(
              id: "then", name: "Half a year ago", hue: Hue.series[1], dash: .dashed, values: [58, 50, 40, 62, 52, 35]),
          ]))
    },
    Exhibit("Training plan", "volume", hasRanges: false) { _ in
      let volumes: [Double] = [30, 34, 38, 26, 40, 44, 48, 32, 50, 54, 38, 22]
      return .volume(
        VolumeAndIntensity(
          volumes.enumerated().map { index, volume in
            .init(
              "W\(index + 1)", volume: volume, intensity: [60, 64, 68, 52][index % 4],
              mark: index == volumes.count - 1 ? .race : index % 4 == 3 ? .recovery : nil)
          }, volume: Axis(title: "Volume", unit: "km")))
    },
    Exhibit("Training week", "week", hasRanges: false) { _ in
      func run(_ id: String, _ title: String, _ kind: String, _ minutes: Int, isKey: Bool = false) -> WeekCalendar.Entry
      {
        .init(id: id, title: title, kind: kind, minutes: minutes, isKey: isKey)
      }
      return .week(
        WeekCalendar([
          .init(.monday, [.init(id: "mon", title: "Rest", kind: "rest")]),
          .init(.tuesday, [run("tue", "Tempo", "tempo", 45, isKey: true)]),
          .init(.wednesday, [run("wed", "Easy", "easy", 40)]),
          .init(.thursday, [run("thu", "Intervals", "interval", 50, isKey: true)]),
          .init(.friday, [.init(id: "fri", title: "Rest", kind: "rest")]),
          .init(.saturday, [run("sat", "Easy", "easy", 35)]),
          .init(.sunday, [run("sun", "Long run", "long", 100, isKey: true)]),
        ]))
    },
    Exhibit("Mood", "line", id: "calm", mode: .light) { days in
      .line(
        Plot.Lines(
          series: [Series(id: "mood", name: "Mood", points: days.wave(around: 6, by: 2, seed: 11))], smooth: true))
    },
  ]
}
