internal import FoundationEssentials
internal import JSON
internal import Transport

// Garmin's health interface: summaries by the time of their upload, a day at most in a request.
extension VendorState {
  mutating func garmin(_ request: VendorRequest, _ grant: Grant, at now: Date) -> VendorAnswer? {
    let prefix = "/wellness-api/rest/"
    guard request.method == "GET", request.path.hasPrefix(prefix) else { return nil }
    let type = String(request.path.dropFirst(prefix.count))
    guard ["dailies", "sleeps", "activities", "bodyComps", "hrv"].contains(type) else { return nil }
    guard let start = Date(epoch: request.query["uploadStartTimeInSeconds"]),
      let end = Date(epoch: request.query["uploadEndTimeInSeconds"]), start <= end,
      end.timeIntervalSince(start) <= 86_400
    else { return VendorAnswer(.badRequest, ["errorMessage": "The time range may be 24 hours at most."]) }
    // Nothing older than 30 days before the consent.
    let oldest = grant.since.addingTimeInterval(-30 * 86_400)
    let uploaded = (0..<plan.days).filter { number in
      let arrival = arrival(number)
      let midnight = plan.first.addingTimeInterval(Double(number) * 86_400)
      return start <= arrival && arrival < end && arrival <= now && midnight >= oldest
    }
    let found: [JSON] = uploaded.compactMap { number in
      summary(person.day(number, at: plan.first.addingTimeInterval(Double(number) * 86_400)), type)
    }
    return .data(.array(found))
  }

  private func summary(_ day: VendorDay, _ type: String) -> JSON? {
    var json: [String: JSON] = [
      "summaryId": .string("x-\(type)-\(day.number)"), "calendarDate": .string(day.date),
      "startTimeInSeconds": day.midnight.epoch, "startTimeOffsetInSeconds": 0, "durationInSeconds": 86_400,
    ]
    switch type {
    case "dailies":
      json["steps"] = .number(Double(day.steps))
      json["distanceInMeters"] = .number(Double(day.metres))
      json["activeKilocalories"] = .number(Double(day.kilocalories))
      json["floorsClimbed"] = .number(Double(day.floors))
      json["restingHeartRateInBeatsPerMinute"] = .number(Double(day.resting))
      json["timeOffsetHeartRateSamples"] = .object(
        Dictionary(uniqueKeysWithValues: day.beats.enumerated().map { ("\($0 * 1800)", .number(Double($1))) }))
    case "sleeps":
      let night = day.night
      guard let first = night.first, let last = night.last else { return nil }
      json["startTimeInSeconds"] = first.start.epoch
      json["durationInSeconds"] = .number(last.end.timeIntervalSince(first.start))
      var levels: [String: [JSON]] = [:]
      for (phase, start, end) in night {
        levels[phase.rawValue, default: []].append(
          ["startTimeInSeconds": start.epoch, "endTimeInSeconds": end.epoch])
      }
      json["sleepLevelsMap"] = .object(levels.mapValues { .array($0) })
      json["validation"] = "ENHANCED_TENTATIVE"
    case "activities":
      guard let workout = day.workout else { return nil }
      json["activityId"] = .number(Double(9_000_000 + day.number))
      json["activityName"] = workout.isRide ? "Evening ride" : "Evening run"
      json["activityType"] = workout.isRide ? "CYCLING" : "RUNNING"
      json["startTimeInSeconds"] = day.workoutStart.epoch
      json["durationInSeconds"] = .number(Double(workout.minutes * 60))
      json["distanceInMeters"] = .number(Double(workout.metres))
      json["activeKilocalories"] = .number(Double(workout.kilocalories))
      json["averageHeartRateInBeatsPerMinute"] = .number(Double(workout.beats))
      json["deviceName"] = "Watch"
      json["manual"] = false
    case "bodyComps":
      json["measurementTimeInSeconds"] = day.at(420).epoch
      json["weightInGrams"] = .number(Double(day.grams))
    default:
      json["lastNightAvg"] = .number(day.variability)
    }
    return .object(json)
  }
}
