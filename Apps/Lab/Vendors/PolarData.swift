internal import FoundationEssentials
internal import JSON
internal import Transport

// Polar AccessLink v3: what was recorded after the consent, in whole days.
extension VendorState {
  mutating func polar(_ request: VendorRequest, _ grant: Grant, at now: Date) -> VendorAnswer? {
    if request.method == "POST", request.path == "/v3/users" {
      return VendorAnswer(.ok, ["polar-user-id": 1, "registration-date": .string(grant.since.zulu)])
    }
    guard request.method == "GET" else { return nil }
    let since = max(grant.since, plan.first)
    let start = request.query["from"].flatMap { Date(vendor: $0) } ?? since
    let end = request.query["to"].flatMap { Date(vendor: $0) }.map { $0.addingTimeInterval(86_400) } ?? now
    guard end.timeIntervalSince(start) <= 28 * 86_400 else {
      return VendorAnswer(.badRequest, ["message": "The range may be 28 days at most."])
    }
    let found = days(from: max(start, since.addingTimeInterval(-86_400)), to: end, at: now)
      .filter { $0.at(1440) > since && $0.midnight < end && $0.at(1440) > start }
    switch request.path {
    case "/v3/users/activities":
      return .data(
        .array(
          found.map { day in
            [
              "start_time": .string(day.at(0).zulu), "end_time": .string(day.at(1440).zulu),
              "steps": .number(Double(day.steps)), "active_calories": .number(Double(day.kilocalories)),
            ]
          }))
    case "/v3/users/continuous-heart-rate":
      return .data([
        "heart_rates": .array(
          found.map { day in
            let samples: [JSON] = day.beats.enumerated().map { half, beats in
              let clock = "\(half / 2 < 10 ? "0" : "")\(half / 2):\(half.isMultiple(of: 2) ? "00" : "30"):00"
              return ["heart_rate": .number(Double(beats)), "sample_time": .string(clock)]
            }
            return ["date": .string(day.date), "heart_rate_samples": .array(samples)]
          })
      ])
    case "/v3/users/sleep":
      return .data(["nights": .array(found.compactMap(night))])
    case "/v3/exercises":
      return .data(.array(found.compactMap { day in day.workout.map { exercise(day, $0) } }))
    default: return nil
    }
  }

  private func night(_ day: VendorDay) -> JSON? {
    guard let first = day.night.first, let last = day.night.last else { return nil }
    // Depths by the clock: 0 awake, 1 REM, 2 and 3 light, 4 deep, 5 unknown.
    var hypnogram: [String: JSON] = [:]
    for (phase, start, _) in day.night {
      let minutes = Int(start.timeIntervalSince(day.midnight) / 60)
      let clock = "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
      hypnogram[clock] =
        switch phase {
        case .awake: 0
        case .rem: 1
        case .light: 2
        case .deep: 4
        }
    }
    return [
      "date": .string(day.date), "sleep_start_time": .string(first.start.zulu),
      "sleep_end_time": .string(last.end.zulu), "hypnogram": .object(hypnogram),
    ]
  }

  private func exercise(_ day: VendorDay, _ workout: VendorDay.Workout) -> JSON {
    [
      "id": .string("p\(day.number)"), "start_time": .string(String(day.workoutStart.zulu.dropLast())),
      "start_time_utc_offset": 0, "duration": .string("PT\(workout.minutes / 60)H\(workout.minutes % 60)M0S"),
      "sport": workout.isRide ? "CYCLING" : "RUNNING",
      "detailed_sport_info": workout.isRide ? "ROAD_BIKING" : "RUNNING",
      "distance": .number(Double(workout.metres)), "calories": .number(Double(workout.kilocalories)),
      "heart_rate": ["average": .number(Double(workout.beats)), "maximum": .number(Double(workout.beats + 20))],
      "device": "Polar Watch",
    ]
  }
}
