internal import HealthProviders
internal import JSON
internal import Kernel
internal import Platform
internal import Samples

/// Garmin's health interface: summaries by the time of their upload, a day in a request. Every day from the beginning of the
/// span until now is asked for, since what is uploaded late is uploaded now.
struct GarminClient: Sendable {
  let desk: APIDesk

  func read(_ kind: SampleKind, _ span: DateInterval, _ page: String?) async throws(Problem) -> SamplePage {
    let now = desk.now()
    // Nothing is handed out that is older.
    let oldest = now.addingTimeInterval(-90 * 86_400)
    let start = try page.map { text throws(Problem) in try desk.instant(text) } ?? max(span.start, oldest).midnight
    guard start < now else { return SamplePage([]) }
    let end = start.addingTimeInterval(86_400)
    let type =
      switch kind {
      case .steps, .distance, .floors, .activeEnergy, .restingHeartRate, .heartRate: "dailies"
      case .sleep: "sleeps"
      case .workout: "activities"
      case .weight: "bodyComps"
      case .heartRateVariability: "hrv"
      }
    let json = try await desk.get(
      "/wellness-api/rest/\(type)",
      [("uploadStartTimeInSeconds", start.epoch), ("uploadEndTimeInSeconds", end.epoch)])
    return desk.page(try desk.list(json), in: span, next: end < now ? end.day : nil) { samples($0, kind) }
  }

  private func samples(_ json: JSON, _ kind: SampleKind) -> [Sample]? {
    guard let id = json["summaryId"]?.string, let start = json[epoch: "startTimeInSeconds"],
      let length = json[figure: "durationInSeconds"], 0...604_800 ~= length
    else { return nil }
    let end = start.addingTimeInterval(length)
    let origin = desk.origin(id, device: json["deviceName"]?.string)
    func day(_ key: String) -> [Sample]? {
      json[figure: key].map { [Sample(kind, from: start, to: end, amount: $0, origin: origin)] }
    }
    switch kind {
    case .steps: return day("steps")
    case .distance: return day("distanceInMeters")
    case .floors: return day("floorsClimbed")
    case .activeEnergy: return day("activeKilocalories")
    case .restingHeartRate:
      return json[figure: "restingHeartRateInBeatsPerMinute"].map {
        [Sample(kind, from: start, amount: $0, origin: origin)]
      }
    case .heartRate:
      let beats = json["timeOffsetHeartRateSamples"]?.object ?? [:]
      return beats.compactMap { offset, value -> Sample? in
        guard let seconds = Double(offset), let amount = value.number else { return nil }
        return Sample(
          kind, from: start.addingTimeInterval(seconds), amount: amount, origin: desk.origin("\(id)-\(offset)"))
      }.sorted { $0.start < $1.start }
    case .weight:
      guard let instant = json[epoch: "measurementTimeInSeconds"], let grams = json[figure: "weightInGrams"] else {
        return nil
      }
      return [Sample(kind, from: instant, amount: grams / 1_000, origin: origin)]
    case .heartRateVariability:
      return json[figure: "lastNightAvg"].map {
        [Sample(kind, from: start, amount: $0, origin: origin, variability: .rmssd)]
      }
    case .sleep:
      let depths: [(String, NightStage.Depth)] = [("deep", .deep), ("light", .light), ("rem", .rem), ("awake", .awake)]
      let stages = depths.flatMap { name, depth in
        (json["sleepLevelsMap"]?[name]?.array ?? []).compactMap { span -> NightStage? in
          guard let from = span[epoch: "startTimeInSeconds"], let to = span[epoch: "endTimeInSeconds"] else {
            return nil
          }
          return NightStage(depth, from: from, to: to)
        }
      }
      return [Sample(sleep: stages.sorted { $0.start < $1.start }, from: start, to: end, origin: origin)]
    case .workout:
      let workout = Workout(
        SportName.words(json["activityType"]?.string ?? ""), elapsed: length,
        distance: json[figure: "distanceInMeters"],
        energy: json[figure: "activeKilocalories"], averageHeartRate: json[figure: "averageHeartRateInBeatsPerMinute"],
        name: json["activityName"]?.string, isTyped: json["manual"]?.bool ?? false)
      return [Sample(workout: workout, from: start, origin: origin)]
    }
  }
}
