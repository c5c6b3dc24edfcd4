internal import HealthProviders
internal import JSON
internal import Kernel
internal import Platform
internal import Samples

/// Polar AccessLink v3: whole days, 28 in a request at most.
struct PolarClient: Sendable {
  let desk: APIDesk

  func read(_ kind: SampleKind, _ span: DateInterval, _ page: String?) async throws(Problem) -> SamplePage {
    let path: String? =
      switch kind {
      case .steps, .activeEnergy: "/v3/users/activities"
      case .heartRate: "/v3/users/continuous-heart-rate"
      case .sleep: "/v3/users/sleep"
      case .workout: "/v3/exercises"
      case .distance, .floors, .weight, .restingHeartRate, .heartRateVariability: nil
      }
    let start = try page.map { text throws(Problem) in try desk.instant(text) } ?? span.start.midnight
    let last = min(span.end, desk.now())
    guard let path, start < last else { return SamplePage([]) }
    let end = min(start.addingTimeInterval(26 * 86_400), last.midnight)
    let json = try await desk.get(path, [("from", start.day), ("to", max(start, end).day)])
    let next = end.tomorrow < last ? end.tomorrow.day : nil
    switch kind {
    case .heartRate:
      return desk.page(try desk.list(json["heart_rates"]), in: span, next: next, beats)
    case .sleep: return desk.page(try desk.list(json["nights"]), in: span, next: next) { night($0).map { [$0] } }
    case .workout: return desk.page(try desk.list(json), in: span, next: next) { exercise($0).map { [$0] } }
    default: return desk.page(try desk.list(json), in: span, next: next) { activity($0, kind).map { [$0] } }
    }
  }

  private func activity(_ json: JSON, _ kind: SampleKind) -> Sample? {
    guard let start = json[instant: "start_time"], let end = json[instant: "end_time"],
      let amount = json[figure: kind == .steps ? "steps" : "active_calories"]
    else { return nil }
    return Sample(kind, from: start, to: end, amount: amount, origin: desk.origin("activity-\(start.epoch)"))
  }

  private func beats(_ json: JSON) -> [Sample]? {
    guard let day = json[day: "date"], let samples = json["heart_rate_samples"]?.array else { return nil }
    return samples.compactMap { sample in
      guard let beats = sample[figure: "heart_rate"], let seconds = Self.seconds(sample["sample_time"]?.string) else {
        return nil
      }
      let instant = day.addingTimeInterval(seconds)
      return Sample(.heartRate, from: instant, amount: beats, origin: desk.origin("beat-\(instant.epoch)"))
    }
  }

  /// The seconds after midnight of "07:30:00" or "07:30".
  private static func seconds(_ text: String?) -> Double? {
    let parts = (text ?? "").split(separator: ":").map { Double($0) }
    guard 2...3 ~= parts.count, let hours = parts[0], let minutes = parts[1], 0...23 ~= hours, 0...59 ~= minutes else {
      return nil
    }
    return hours * 3_600 + minutes * 60 + (parts.count == 3 ? parts[2] ?? 0 : 0)
  }

  private func night(_ json: JSON) -> Sample? {
    guard let start = json[instant: "sleep_start_time"], let end = json[instant: "sleep_end_time"], start <= end,
      let day = json["date"]?.string
    else { return nil }
    // The depths begin at clock times, each until the next one.
    let marks = (json["hypnogram"]?.object ?? [:]).compactMap { clock, depth -> (Date, NightStage.Depth)? in
      guard let seconds = Self.seconds(clock), let depth = depth.number else { return nil }
      var instant = start.midnight.addingTimeInterval(seconds)
      if instant < start { instant = instant.addingTimeInterval(86_400) }
      return (instant, Self.depth(depth))
    }.filter { $0.0 <= end }.sorted { $0.0 < $1.0 }
    let stages = marks.indices.map { index in
      NightStage(marks[index].1, from: marks[index].0, to: index + 1 < marks.count ? marks[index + 1].0 : end)
    }
    return Sample(sleep: stages, from: start, to: end, origin: desk.origin("night-\(day)"))
  }

  private static func depth(_ number: Double) -> NightStage.Depth {
    switch number {
    case 0: .awake
    case 1: .rem
    case 2, 3: .light
    case 4: .deep
    default: .unknown
    }
  }

  private func exercise(_ json: JSON) -> Sample? {
    guard let id = json["id"]?.string, let local = json["start_time"]?.string, let start = Moment.date("\(local)Z"),
      let elapsed = Self.duration(json["duration"]?.string)
    else { return nil }
    let offset = (json[figure: "start_time_utc_offset"] ?? 0) * 60
    let workout = Workout(
      SportName.words(json["sport"]?.string ?? ""), elapsed: elapsed, distance: json[figure: "distance"],
      energy: json[figure: "calories"], averageHeartRate: json["heart_rate"]?[figure: "average"])
    return Sample(
      workout: workout, from: start.addingTimeInterval(-offset), origin: desk.origin(id, device: json["device"]?.string)
    )
  }

  /// The seconds of "PT1H12M30S".
  private static func duration(_ text: String?) -> Double? {
    guard let text, text.hasPrefix("PT") else { return nil }
    var (seconds, digits) = (0.0, "")
    for character in text.dropFirst(2) {
      if character.isNumber || character == "." {
        digits.append(character)
        continue
      }
      guard let number = Double(digits), let unit = ["H": 3_600.0, "M": 60, "S": 1][character] else { return nil }
      seconds += number * unit
      digits = ""
    }
    return digits.isEmpty ? seconds : nil
  }
}
