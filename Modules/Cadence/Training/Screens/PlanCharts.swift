internal import Days
internal import Interface
internal import Kernel
internal import Plot
internal import TrainingPlan

/// The volume of all weeks as bars, with the share of faster work as a line; recovery weeks and the week of the race are marked.
struct VolumeChart {
  let spec: ChartSpec?

  init(_ plan: RunnerPlan, _ words: RunWords, on today: CalendarDay) {
    guard let peak = plan.weeks.max(by: { $0.metres < $1.metres }), peak.metres > 0 else {
      spec = nil
      return
    }
    // A line at nothing in every week says nothing.
    let isFast = plan.weeks.contains { VolumeChart.intensity(of: $0) > 0 }
    let weeks = plan.weeks.map { week in
      let isRace = week.runs.contains { $0.kind == .race }
      return VolumeAndIntensity.Week(
        "Week \(week.number)", start: Day(number: week.first.number), volume: words.number(week.metres),
        intensity: isFast ? VolumeChart.intensity(of: week) : nil,
        mark: isRace ? .race : week.isRecovery ? .recovery : nil)
    }
    let marks = plan.weeks.filter(\.isRecovery).map { "\($0.number)" }
    let recovery =
      marks.isEmpty ? nil : "recovery in \(marks.count == 1 ? "week" : "weeks") \(marks.joined(separator: ", "))"
    spec = ChartSpec(
      title: "Volume by week", subtitle: recovery,
      headline: ChartHeadline(words.distance(peak.metres), "in week \(peak.number), the peak"),
      kind: .volume(
        VolumeAndIntensity(
          weeks, volume: Axis(title: "Volume", unit: words.unit), intensity: Axis(title: "Faster work", unit: "%"))))
  }

  /// The metres at marathon pace or faster, in per cent of the week; the race is not among them.
  static func intensity(of week: PlannedWeek) -> Double {
    guard week.metres > 0 else { return 0 }
    let fast = week.runs.filter { $0.kind != .race }.flatMap(\.segments).filter { part in
      part.effort.map { $0 != .easy } ?? false
    }.reduce(0) { $0 + $1.repeats * $1.metres }
    return (Double(fast) * 100 / Double(week.metres)).rounded()
  }
}

/// One week as a calendar: each of its days with its run, or rest.
struct WeekChart {
  let spec: ChartSpec

  init(_ week: PlannedWeek, _ done: [RunDone], _ words: RunWords) {
    let days = (week.first.number...week.last.number).map { CalendarDay(number: $0) }.map {
      day -> WeekCalendar.OneDay in
      let weekday = Weekday(rawValue: day.weekday == 0 ? 7 : day.weekday) ?? .monday
      let runs = week.runs.filter { $0.day == day }
      let entries = runs.map { run in
        WeekCalendar.Entry(
          id: day.text, title: run.kind.words.capitalisedStart, kind: run.kind.rawValue,
          detail: words.distance(run.metres),
          minutes: min(1440, (run.seconds + 30) / 60),
          isDone: done.contains { $0.day == day && $0.activity.isRunning }, isKey: run.isHard)
      }
      let rest = WeekCalendar.Entry(id: day.text, title: "Rest", kind: "rest")
      return WeekCalendar.OneDay(weekday, date: Day(number: day.number), entries.isEmpty ? [rest] : entries)
    }
    let runs = week.runs.count
    spec = ChartSpec(
      title: "Week \(week.number)", subtitle: words.phase(week),
      headline: ChartHeadline(words.distance(week.metres), runs == 1 ? "in 1 run" : "in \(runs) runs"),
      kind: .week(WeekCalendar(days)))
  }
}

/// The axes of a runner's profile.
struct ProfileChart {
  let spec: ChartSpec?

  init(_ profile: RunnerProfile) {
    guard profile.axes.contains(where: { $0.value != nil }) else {
      spec = nil
      return
    }
    spec = ChartSpec(
      title: "Strengths and gaps", summary: ProfileChart.sentence(of: profile),
      headline: ProfileChart.headline(of: profile),
      kind: .radar(
        Radar(
          spokes: profile.axes.map { Radar.Spoke($0.name.title) },
          outlines: [
            Radar.Outline(id: "now", name: "Now", values: profile.axes.map { $0.value.map(Double.init) })
          ])))
  }

  private typealias KnownAxis = (name: String, value: Int)

  /// The strongest and the weakest axis; nil while fewer than two are known.
  private static func ends(of profile: RunnerProfile) -> (best: KnownAxis, least: KnownAxis)? {
    let known = profile.axes.compactMap { axis in axis.value.map { (axis.name.title.lowercased(), $0) as KnownAxis } }
    guard known.count >= 2, let best = known.max(by: { $0.value < $1.value }),
      let least = known.min(by: { $0.value < $1.value })
    else { return nil }
    return (best, least)
  }

  static func headline(of profile: RunnerProfile) -> ChartHeadline? {
    ends(of: profile).map { best, least in
      ChartHeadline(
        "\(best.value) of 100", "in \(best.name), your strength",
        comparison: "The most room is in \(least.name): \(least.value) of 100.")
    }
  }

  /// The same in words, with every known axis; nil while fewer than two are known.
  private static func sentence(of profile: RunnerProfile) -> String? {
    ends(of: profile).map { best, least in
      let all = profile.axes.compactMap { axis in axis.value.map { "\(axis.name.title) \($0) of 100" } }
      return "Your strength is \(best.name). The most room is in \(least.name). \(all.joined(separator: ", "))."
    }
  }
}

/// The times to be seen at each part of a race that is run evenly, for the target, or else for the time to expect.
struct RaceSplits {
  let node: TrainingNode

  init?(_ plan: RunnerPlan, _ words: RunWords) {
    guard case .race(let metres, _, let target) = plan.runner.goal, let total = target ?? plan.prediction?.seconds,
      metres > 0
    else { return nil }
    let step = (metres > 15_000 ? 5 : 1) * words.size
    var marks: [Double] = []
    var next = step
    while next < metres - 100, marks.count < 60 {
      marks.append(next)
      next += step
    }
    let rows = (marks + [metres]).map { mark -> [String] in
      let label = mark == metres ? "Finish" : words.distance(Int(mark.rounded()))
      return [label, words.time(Int((total * mark / metres).rounded()))]
    }
    node = .section(
      target == nil ? "Splits for the time to expect" : "Splits for your target", id: "splits",
      [
        .table("Even splits", id: "table", columns: ["Distance", "Time"], rows: rows),
        .note("At an even pace. Hold back in the first quarter: it feels easy then.", icon: .info, id: "even"),
      ])
  }
}

extension TrainingNode {
  /// A chart with the size of the reader's text.
  static func chart(_ spec: ChartSpec, id: String, for words: RunWords) -> TrainingNode {
    var node = TrainingNode.chart(spec, id: id)
    if words.textSize != 100 { node.view = ChartView { $0.textSize = words.textSize } }
    return node
  }
}
