internal import FoundationEssentials
internal import JSON
internal import Transport

// Strava v3: activities in pages, and uploads that say when they are duplicates.
extension VendorState {
  mutating func strava(_ request: VendorRequest, _ grant: Grant, at now: Date) -> VendorAnswer? {
    switch (request.method, request.path) {
    case ("GET", "/api/v3/athlete"): return .data(["id": 1, "username": "demo"])
    case ("GET", "/api/v3/athlete/activities"):
      guard grant.scopes.contains(where: { $0.hasPrefix("activity:read") }) else { return missing("activity:read_all") }
      return activities(request, at: now)
    case ("POST", "/api/v3/activities"):
      guard grant.scopes.contains("activity:write") else { return missing("activity:write") }
      return createActivity(request)
    case ("DELETE", let path) where path.hasPrefix("/api/v3/activities/"):
      // Strava offers no deletion of activities to apps.
      return .error(.notFound, "not_found")
    default: return nil
    }
  }

  private func missing(_ scope: String) -> VendorAnswer {
    VendorAnswer(
      .unauthorized,
      [
        "message": "Authorization Error",
        "errors": [["resource": "AccessToken", "field": .string(scope), "code": "missing"]],
      ])
  }

  private func activities(_ request: VendorRequest, at now: Date) -> VendorAnswer {
    let start = Date(epoch: request.query["after"]) ?? plan.first
    let end = Date(epoch: request.query["before"]) ?? now
    let own: [JSON] = days(from: start, to: end, at: now).compactMap { day in
      guard let workout = day.workout, start <= day.workoutStart, day.workoutStart < end else { return nil }
      return [
        "id": .number(Double(1_000_000 + day.number)), "name": workout.isRide ? "Evening Ride" : "Evening Run",
        "type": workout.isRide ? "Ride" : "Run", "sport_type": workout.isRide ? "Ride" : "Run",
        "start_date": .string(day.workoutStart.zulu), "start_date_local": .string(day.workoutStart.zulu),
        "timezone": "(GMT+00:00) Europe/London", "elapsed_time": .number(Double(workout.minutes * 60)),
        "moving_time": .number(Double(workout.minutes * 60 - 30)), "distance": .number(Double(workout.metres)),
        "manual": false, "device_name": "Watch", "has_heartrate": true,
        "average_heartrate": .number(Double(workout.beats)),
        "kilojoules": .number(Double(workout.kilocalories) * 4.184),
      ]
    }
    let others = written.map(\.json).filter { json in
      guard let instant = json["start_date"]?.string.flatMap({ Date(vendor: $0) }) else { return false }
      return start <= instant && instant < end
    }
    let size = min(200, request.query["per_page"].flatMap(Int.init) ?? 30)
    let page = max(1, request.query["page"].flatMap(Int.init) ?? 1)
    let (items, _) = (own + others).page("\((page - 1) * size)", of: size)
    return .data(.array((page - 1) * size < (own + others).count ? items : []))
  }

  private mutating func createActivity(_ request: VendorRequest) -> VendorAnswer {
    let form = request.form
    guard let name = form["name"], let sport = form["sport_type"] ?? form["type"],
      let start = form["start_date_local"].flatMap({ Date(vendor: $0) }),
      let elapsed = form["elapsed_time"].flatMap(Double.init), 1...1e6 ~= elapsed
    else {
      return VendorAnswer(
        .badRequest,
        [
          "message": "Bad Request",
          "errors": [["resource": "Activity", "field": "start_date_local", "code": "invalid"]],
        ])
    }
    let key = form["external_id"] ?? ""
    // An activity at the same time is a duplicate, by whichever app it came.
    if let known = written.first(where: { other in
      guard let instant = other.json["start_date"]?.string.flatMap({ Date(vendor: $0) }) else { return false }
      return abs(instant.timeIntervalSince(start)) < 60
    }) {
      let words = "activity.fit duplicate of activity \(Int(known.json["id"]?.number ?? 0))"
      return VendorAnswer(
        .conflict, ["id": 1, "error": .string(words), "status": "There was an error processing your activity."])
    }
    guard written.count < plan.mostWritten else { return .error(.unavailable, "full") }
    var json: [String: JSON] = [
      "id": .number(Double(2_000_000 + written.count)), "name": .string(name), "sport_type": .string(sport),
      "type": .string(sport), "start_date": .string(start.zulu), "start_date_local": .string(start.zulu),
      "elapsed_time": .number(elapsed), "moving_time": .number(elapsed), "manual": true, "external_id": .string(key),
    ]
    json["distance"] = form["distance"].flatMap(Double.init).map { .number($0) }
    written.append(Written(key: key, type: "activity", json: .object(json)))
    var answer = VendorAnswer.data(.object(json))
    answer.status = .created
    return answer
  }
}
