internal import FoundationEssentials
internal import JSON
internal import Transport

// Google Health v4: `/v4/users/me/dataTypes/TYPE/dataPoints`, with `list`, `create`, `patch` and `batchDelete`.
extension VendorState {
  static let googleTypes: [String: String] = [
    "steps": "steps", "distance": "distance", "floors": "floors", "active-energy-burned": "activeEnergyBurned",
    "weight": "weight", "heart-rate": "heartRate", "daily-resting-heart-rate": "dailyRestingHeartRate",
    "daily-heart-rate-variability": "dailyHeartRateVariability", "sleep": "sleep", "exercise": "exercise",
  ]

  mutating func googleHealth(_ request: VendorRequest, _ grant: Grant, at now: Date) -> VendorAnswer? {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count >= 6, parts.prefix(4) == ["v4", "users", "me", "dataTypes"],
      let field = Self.googleTypes[parts[4]]
    else { return nil }
    let type = parts[4]
    let group =
      switch type {
      case "sleep": "sleep"
      case "weight", "heart-rate", "daily-resting-heart-rate", "daily-heart-rate-variability":
        "health_metrics_and_measurements"
      default: "activity_and_fitness"
      }
    let verb = request.method == "GET" ? "readonly" : "writeonly"
    guard grant.scopes.contains("https://www.googleapis.com/auth/googlehealth.\(group).\(verb)") else {
      return Self.googleError(.forbidden, "PERMISSION_DENIED", "Request had insufficient authentication scopes.")
    }
    switch (request.method, parts[5], parts.count) {
    case ("GET", "dataPoints", 6): return list(request, type, field, at: now)
    case ("POST", "dataPoints", 6): return create(request, type, field)
    case ("PATCH", "dataPoints", 7): return patch(request, type, field, key: parts[6])
    case ("POST", "dataPoints:batchDelete", 6): return delete(request, type)
    default: return nil
    }
  }

  private static func googleError(_ status: Status, _ word: String, _ words: String) -> VendorAnswer {
    VendorAnswer(
      status,
      ["error": ["code": .number(Double(status.code)), "status": .string(word), "message": .string(words)]])
  }

  private func list(_ request: VendorRequest, _ type: String, _ field: String, at now: Date) -> VendorAnswer {
    // The filter of AIP-160: two bounds on a time of the type.
    let filter = request.query["filter"] ?? ""
    let bounds = filter.split(separator: "\"").enumerated().filter { $0.offset.isMultiple(of: 2) == false }
      .compactMap { Date(vendor: String($0.element)) }
    guard filter.isEmpty || bounds.count == 2, bounds.count == 0 || bounds[0] < bounds[1] else {
      return Self.googleError(.badRequest, "INVALID_ARGUMENT", "The filter cannot be read.")
    }
    let (start, end) = bounds.count == 2 ? (bounds[0], bounds[1]) : (plan.first, now)
    let own = days(from: start.addingTimeInterval(-86_400), to: end, at: now).flatMap { points($0, type, field) }
    let others = written.lazy.filter { record in
      guard record.type == type, let instant = record.instant else { return false }
      return start <= instant && instant < end
    }
    let found =
      own.filter { point in
        guard let instant = Self.instant(of: point[field]) else { return false }
        return start <= instant && instant < end
      } + others.map(\.json)
    let size = min(10_000, request.query["pageSize"].flatMap(Int.init) ?? 1_440)
    let (items, next) = found.page(request.query["pageToken"], of: size)
    var json: [String: JSON] = ["dataPoints": .array(items)]
    json["nextPageToken"] = next.map { .string($0) }
    return .data(.object(json))
  }

  /// The instant by which a data point is filtered.
  private static func instant(of value: JSON?) -> Date? {
    if let text = value?["interval"]?["startTime"]?.string { return Date(vendor: text) }
    if let text = value?["sampleTime"]?["physicalTime"]?.string { return Date(vendor: text) }
    guard let date = value?["date"], let year = date["year"]?.number, let month = date["month"]?.number,
      let day = date["day"]?.number, 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    func two(_ number: Double) -> String { number < 10 ? "0\(Int(number))" : "\(Int(number))" }
    return Date(vendor: "\(Int(year))-\(two(month))-\(two(day))")
  }

  private func points(_ day: VendorDay, _ type: String, _ field: String) -> [JSON] {
    func point(_ key: String, _ value: JSON) -> JSON {
      [
        "name": .string("users/me/dataTypes/\(type)/dataPoints/\(key)"),
        "dataSource": ["recordingMethod": "PASSIVELY_MEASURED", "device": ["displayName": "Watch"]], field: value,
      ]
    }
    func interval(_ start: Date, _ end: Date) -> JSON {
      ["startTime": .string(start.zulu), "endTime": .string(end.zulu)]
    }
    func hourly(_ value: (Int) -> [String: JSON]) -> [JSON] {
      day.hours.sorted { $0.key < $1.key }.map { hour, steps in
        var value = value(steps)
        value["interval"] = interval(day.at(hour * 60), day.at(hour * 60 + 60))
        return point("\(day.number)-\(hour)", .object(value))
      }
    }
    switch type {
    case "steps": return hourly { ["count": .string("\($0)")] }
    case "distance": return hourly { ["millimeters": .string("\($0 * 750)")] }
    case "active-energy-burned": return hourly { ["kcal": .number(Double($0) / 20)] }
    case "floors":
      return [
        point("\(day.number)", ["interval": interval(day.at(0), day.at(1440)), "count": .string("\(day.floors)")])
      ]
    case "weight":
      return [
        point(
          "\(day.number)",
          ["sampleTime": ["physicalTime": .string(day.at(420).zulu)], "weightGrams": .number(Double(day.grams))])
      ]
    case "heart-rate":
      return day.beats.enumerated().map { half, beats in
        point(
          "\(day.number)-\(half)",
          ["sampleTime": ["physicalTime": .string(day.at(half * 30).zulu)], "beatsPerMinute": .string("\(beats)")])
      }
    case "daily-resting-heart-rate":
      return [point("\(day.number)", ["date": day.civil, "beatsPerMinute": .string("\(day.resting)")])]
    case "daily-heart-rate-variability":
      return [
        point(
          "\(day.number)",
          ["date": day.civil, "averageHeartRateVariabilityMilliseconds": .number(day.variability)])
      ]
    case "sleep":
      let night = day.night
      guard let first = night.first, let last = night.last else { return [] }
      let stages: [JSON] = night.map { phase, start, end in
        [
          "startTime": .string(start.zulu), "endTime": .string(end.zulu), "type": .string(phase.rawValue.uppercased()),
        ]
      }
      return [point("\(day.number)", ["interval": interval(first.start, last.end), "stages": .array(stages)])]
    case "exercise":
      guard let workout = day.workout else { return [] }
      return [
        point(
          "\(day.number)",
          [
            "interval": interval(
              day.workoutStart, day.workoutStart.addingTimeInterval(Double(workout.minutes) * 60)),
            "exerciseType": workout.isRide ? "BIKING" : "RUNNING",
            "displayName": workout.isRide ? "Evening ride" : "Evening run",
            "activeDuration": .string("\(workout.minutes * 60)s"),
            "metricsSummary": [
              "caloriesKcal": .number(Double(workout.kilocalories)),
              "distanceMillimeters": .number(Double(workout.metres * 1000)),
              "averageHeartRateBeatsPerMinute": .string("\(workout.beats)"),
            ],
          ])
      ]
    default: return []
    }
  }

  // MARK: Writing

  private func key(in json: JSON, _ type: String) -> String? {
    let prefix = "users/me/dataTypes/\(type)/dataPoints/"
    guard let name = json["name"]?.string, name.hasPrefix(prefix) else { return nil }
    let key = String(name.dropFirst(prefix.count))
    return 1...128 ~= key.utf8.count ? key : nil
  }

  private mutating func create(_ request: VendorRequest, _ type: String, _ field: String) -> VendorAnswer {
    guard let json = try? JSON(bytes: request.body, deepest: 16), let instant = Self.instant(of: json[field]) else {
      return Self.googleError(.badRequest, "INVALID_ARGUMENT", "The data point cannot be read.")
    }
    let key = key(in: json, type) ?? word()
    guard places["\(type)/\(key)"] == nil else {
      return Self.googleError(.conflict, "ALREADY_EXISTS", "There is a data point of this name.")
    }
    guard written.count < plan.mostWritten else {
      return Self.googleError(.tooManyRequests, "RESOURCE_EXHAUSTED", "The store is full.")
    }
    places["\(type)/\(key)"] = written.count
    written.append(Written(key: key, type: type, json: json, instant: instant))
    return .data(["done": true, "response": json])
  }

  private mutating func patch(
    _ request: VendorRequest, _ type: String, _ field: String, key: String
  ) -> VendorAnswer {
    guard let json = try? JSON(bytes: request.body, deepest: 16), let instant = Self.instant(of: json[field]) else {
      return Self.googleError(.badRequest, "INVALID_ARGUMENT", "The data point cannot be read.")
    }
    guard let index = places["\(type)/\(key)"] else {
      return Self.googleError(.notFound, "NOT_FOUND", "There is no data point of this name.")
    }
    written[index] = Written(key: key, type: type, json: json, instant: instant)
    return .data(["done": true, "response": json])
  }

  private mutating func delete(_ request: VendorRequest, _ type: String) -> VendorAnswer {
    guard let names = (try? JSON(bytes: request.body, deepest: 16))?["names"]?.array?.compactMap(\.string),
      names.count <= 1_000
    else { return Self.googleError(.badRequest, "INVALID_ARGUMENT", "The names cannot be read.") }
    let keys = Set(names.compactMap { name in key(in: ["name": .string(name)], type) })
    written.removeAll { $0.type == type && keys.contains($0.key) }
    let left = written.enumerated().map { ("\($1.type)/\($1.key)", $0) }
    places = Dictionary(left, uniquingKeysWith: { first, _ in first })
    return .data(["done": true])
  }
}
