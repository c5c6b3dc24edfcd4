internal import HealthProviders
internal import JSON
internal import Kernel
internal import Platform
internal import Samples

/// Oura v2: documents of a collection, by the name of their page.
struct OuraClient: Sendable {
  let desk: APIDesk

  func read(_ kind: SampleKind, _ span: DateInterval, _ page: String?) async throws(Problem) -> SamplePage {
    let collection: String? =
      switch kind {
      case .steps, .activeEnergy, .distance: "daily_activity"
      case .sleep, .restingHeartRate, .heartRateVariability: "sleep"
      case .heartRate: "heartrate"
      case .workout: "workout"
      case .floors, .weight: nil
      }
    guard let collection else { return SamplePage([]) }
    // A night belongs to the day on which it ends.
    var query =
      kind == .heartRate
      ? [("start_datetime", span.start.zulu), ("end_datetime", span.end.zulu)]
      : [("start_date", span.start.addingTimeInterval(-86_400).day), ("end_date", span.end.tomorrow.day)]
    if let page { query.append(("next_token", page)) }
    let json = try await desk.get("/v2/usercollection/\(collection)", query)
    let next = json["next_token"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    return desk.page(try desk.list(json["data"]), in: span, next: next) { sample($0, kind).map { [$0] } }
  }

  private func sample(_ json: JSON, _ kind: SampleKind) -> Sample? {
    if kind == .heartRate {
      guard let instant = json[instant: "timestamp"], let beats = json[figure: "bpm"] else { return nil }
      return Sample(kind, from: instant, amount: beats, origin: desk.origin("beat-\(instant.epoch)"))
    }
    guard let id = json["id"]?.string else { return nil }
    let origin = desk.origin(id)
    func day(_ key: String) -> Sample? {
      guard let day = json[day: "day"], let amount = json[figure: key] else { return nil }
      return Sample(kind, from: day, to: day.addingTimeInterval(86_400), amount: amount, origin: origin)
    }
    switch kind {
    case .steps: return day("steps")
    case .activeEnergy: return day("active_calories")
    case .distance: return day("equivalent_walking_distance")
    case .workout:
      guard let start = json[instant: "start_datetime"], let end = json[instant: "end_datetime"], start <= end else {
        return nil
      }
      let workout = Workout(
        SportName.words(json["activity"]?.string ?? ""), elapsed: end.timeIntervalSince(start),
        distance: json[figure: "distance"], energy: json[figure: "calories"], name: json["label"]?.string)
      return Sample(workout: workout, from: start, origin: origin)
    default: break
    }
    guard let start = json[instant: "bedtime_start"], let end = json[instant: "bedtime_end"], start <= end else {
      return nil
    }
    switch kind {
    case .restingHeartRate:
      return json[figure: "lowest_heart_rate"].map { Sample(kind, from: start, amount: $0, origin: origin) }
    case .heartRateVariability:
      return json[figure: "average_hrv"].map {
        Sample(kind, from: start, amount: $0, origin: origin, variability: .rmssd)
      }
    default:
      return Sample(
        sleep: Self.stages(json["sleep_phase_5_min"]?.string ?? "", from: start, to: end), from: start, to: end,
        origin: origin)
    }
  }

  /// One digit for each five minutes; neighbours of the same depth are one stage.
  private static func stages(_ digits: String, from start: Date, to end: Date) -> [NightStage] {
    var stages: [NightStage] = []
    for (number, digit) in digits.prefix(1_000).enumerated() {
      let from = start.addingTimeInterval(Double(number) * 300)
      guard from < end else { break }
      let to = min(end, from.addingTimeInterval(300))
      let depth: NightStage.Depth =
        switch digit {
        case "1": .deep
        case "2": .light
        case "3": .rem
        case "4": .awake
        default: .unknown
        }
      if let last = stages.last, last.depth == depth {
        stages[stages.count - 1] = NightStage(depth, from: last.start, to: to)
      } else {
        stages.append(NightStage(depth, from: from, to: to))
      }
    }
    return stages
  }
}
