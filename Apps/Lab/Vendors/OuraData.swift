internal import FoundationEssentials
internal import JSON
internal import Transport

// Oura v2: documents of a collection in pages, by day or by instant.
extension VendorState {
  mutating func oura(_ request: VendorRequest, _ grant: Grant, at now: Date) -> VendorAnswer? {
    let prefix = "/v2/usercollection/"
    guard request.method == "GET", request.path.hasPrefix(prefix) else { return nil }
    let type = String(request.path.dropFirst(prefix.count))
    let scope = ["heartrate": "heartrate", "workout": "workout"][type] ?? "daily"
    guard ["daily_activity", "sleep", "heartrate", "workout"].contains(type) else { return nil }
    guard grant.scopes.contains(scope) else {
      return VendorAnswer(.forbidden, ["status": 403, "title": "Missing scope", "detail": .string(scope)])
    }
    let isInstant = type == "heartrate"
    guard
      let start = request.query[isInstant ? "start_datetime" : "start_date"].flatMap({ Date(vendor: $0) }),
      let end = request.query[isInstant ? "end_datetime" : "end_date"].flatMap({ Date(vendor: $0) }), start <= end
    else { return VendorAnswer(.unprocessable, ["detail": "The dates cannot be read."]) }
    // The end day of a request by days belongs to it.
    let last = isInstant ? end : end.addingTimeInterval(86_400)
    let found = days(from: start, to: last, at: now).filter { $0.midnight < last && $0.at(1440) > start }
    let documents = found.flatMap { ouraDocuments($0, type) }.filter { document in
      guard isInstant, let instant = document["timestamp"]?.string.flatMap({ Date(vendor: $0) }) else { return true }
      return start <= instant && instant < end
    }
    let (items, next) = documents.page(request.query["next_token"], of: 100)
    return .data(["data": .array(items), "next_token": next.map { .string($0) } ?? .null])
  }

  private func ouraDocuments(_ day: VendorDay, _ type: String) -> [JSON] {
    let id = JSON.string("o-\(type)-\(day.number)")
    switch type {
    case "daily_activity":
      return [
        [
          "id": id, "day": .string(day.date), "timestamp": .string(day.at(0).zulu), "steps": .number(Double(day.steps)),
          "active_calories": .number(Double(day.kilocalories)),
          "equivalent_walking_distance": .number(Double(day.metres)),
        ]
      ]
    case "sleep":
      guard let first = day.night.first, let last = day.night.last else { return [] }
      // One digit for each five minutes: 1 deep, 2 light, 3 REM, 4 awake.
      let digits = day.night.map { phase, start, end in
        let digit =
          switch phase {
          case .deep: "1"
          case .light: "2"
          case .rem: "3"
          case .awake: "4"
          }
        return String(repeating: digit, count: max(1, Int(end.timeIntervalSince(start) / 300)))
      }.joined()
      return [
        [
          "id": id, "day": .string(day.date), "type": "long_sleep", "bedtime_start": .string(first.start.zulu),
          "bedtime_end": .string(last.end.zulu), "sleep_phase_5_min": .string(digits),
          "average_hrv": .number(day.variability.rounded()), "lowest_heart_rate": .number(Double(day.resting)),
        ]
      ]
    case "heartrate":
      return day.beats.enumerated().map { half, beats in
        ["bpm": .number(Double(beats)), "source": "awake", "timestamp": .string(day.at(half * 30).zulu)]
      }
    default:
      guard let workout = day.workout else { return [] }
      let end = day.workoutStart.addingTimeInterval(Double(workout.minutes) * 60)
      return [
        [
          "id": id, "day": .string(day.date), "activity": workout.isRide ? "cycling" : "running", "label": .null,
          "start_datetime": .string(day.workoutStart.zulu), "end_datetime": .string(end.zulu),
          "distance": .number(Double(workout.metres)), "calories": .number(Double(workout.kilocalories)),
          "intensity": "moderate", "source": "confirmed",
        ]
      ]
    }
  }
}
