internal import HTTP
internal import HealthProviders
internal import JSON
internal import Kernel
internal import Platform
internal import Samples

/// Google Health v4: data points of a type, by a filter on their time.
struct GoogleHealthClient: Sendable {
  let desk: APIDesk

  private static let base = "/v4/users/me/dataTypes"

  /// The type in addresses, and the field that has its values.
  private static func type(_ kind: SampleKind) -> (path: String, field: String) {
    switch kind {
    case .steps: ("steps", "steps")
    case .distance: ("distance", "distance")
    case .floors: ("floors", "floors")
    case .activeEnergy: ("active-energy-burned", "activeEnergyBurned")
    case .weight: ("weight", "weight")
    case .heartRate: ("heart-rate", "heartRate")
    case .restingHeartRate: ("daily-resting-heart-rate", "dailyRestingHeartRate")
    case .heartRateVariability: ("daily-heart-rate-variability", "dailyHeartRateVariability")
    case .sleep: ("sleep", "sleep")
    case .workout: ("exercise", "exercise")
    }
  }

  var port: HealthPort {
    HealthPort(
      read: { kind, span, page throws(Problem) in try await read(kind, span, page) },
      write: { samples throws(Problem) in try await write(samples) },
      delete: { kind, keys throws(Problem) in try await delete(kind, keys) })
  }

  // MARK: Reading

  private func read(_ kind: SampleKind, _ span: DateInterval, _ page: String?) async throws(Problem) -> SamplePage {
    let (path, field) = Self.type(kind)
    let name = path.replacing("-", with: "_")
    // What began up to a day before may reach into the span.
    let start = span.start.addingTimeInterval(-86_400)
    let (time, from, to) =
      switch kind {
      case .steps, .distance, .floors, .activeEnergy, .sleep, .workout:
        ("interval.start_time", start.zulu, span.end.zulu)
      case .weight, .heartRate: ("sample_time.physical_time", span.start.zulu, span.end.zulu)
      case .restingHeartRate, .heartRateVariability: ("date", span.start.day, span.end.tomorrow.day)
      }
    var query = [
      ("filter", "\(name).\(time) >= \"\(from)\" AND \(name).\(time) < \"\(to)\""), ("pageSize", "1000"),
    ]
    if let page { query.append(("pageToken", page)) }
    let json = try await desk.get("\(Self.base)/\(path)/dataPoints", query)
    // A page without points has no list.
    let points = json["dataPoints"] == nil ? [] : try desk.list(json["dataPoints"])
    let next = json["nextPageToken"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    return desk.page(points, in: span, next: next) { sample($0, kind, field).map { [$0] } }
  }

  private func sample(_ point: JSON, _ kind: SampleKind, _ field: String) -> Sample? {
    guard let name = point["name"]?.string?.split(separator: "/").last.map(String.init), let value = point[field] else {
      return nil
    }
    let origin = desk.origin(
      name, device: point["dataSource"]?["device"]?["displayName"]?.string, written: WrittenName.key(name))
    let interval = value["interval"]
    func sum(_ key: String, per unit: Double = 1) -> Sample? {
      guard let start = interval?[instant: "startTime"], let end = interval?[instant: "endTime"], start <= end,
        let amount = value[figure: key]
      else { return nil }
      return Sample(kind, from: start, to: end, amount: amount / unit, origin: origin)
    }
    func reading(_ key: String, at date: Date?, per unit: Double = 1) -> Sample? {
      guard let date, let amount = value[figure: key] else { return nil }
      return Sample(
        kind, from: date, amount: amount / unit, origin: origin,
        variability: kind == .heartRateVariability ? .rmssd : nil)
    }
    switch kind {
    case .steps, .floors: return sum("count")
    case .distance: return sum("millimeters", per: 1_000)
    case .activeEnergy: return sum("kcal")
    case .weight: return reading("weightGrams", at: value["sampleTime"]?[instant: "physicalTime"], per: 1_000)
    case .heartRate: return reading("beatsPerMinute", at: value["sampleTime"]?[instant: "physicalTime"])
    case .restingHeartRate: return reading("beatsPerMinute", at: Self.civil(value["date"]))
    case .heartRateVariability:
      return reading("averageHeartRateVariabilityMilliseconds", at: Self.civil(value["date"]))
    case .sleep:
      guard let start = interval?[instant: "startTime"], let end = interval?[instant: "endTime"], start <= end else {
        return nil
      }
      let stages = (value["stages"]?.array ?? []).compactMap { stage -> NightStage? in
        guard let from = stage[instant: "startTime"], let to = stage[instant: "endTime"] else { return nil }
        return NightStage(Self.depth(stage["type"]?.string), from: from, to: to)
      }
      return Sample(sleep: stages, from: start, to: end, origin: origin)
    case .workout:
      guard let start = interval?[instant: "startTime"], let end = interval?[instant: "endTime"], start <= end else {
        return nil
      }
      let metrics = value["metricsSummary"] ?? .null
      let workout = Workout(
        SportName.words(value["exerciseType"]?.string ?? ""), elapsed: end.timeIntervalSince(start),
        moving: value["activeDuration"]?.string.flatMap { Double($0.prefix { $0 != "s" }) },
        distance: metrics[figure: "distanceMillimeters"].map { $0 / 1_000 }, energy: metrics[figure: "caloriesKcal"],
        averageHeartRate: metrics[figure: "averageHeartRateBeatsPerMinute"], name: value["displayName"]?.string)
      return Sample(workout: workout, from: start, origin: origin)
    }
  }

  private static func civil(_ json: JSON?) -> Date? {
    guard let year = json?["year"]?.number, let month = json?["month"]?.number, let day = json?["day"]?.number,
      1970...9999 ~= year, 1...12 ~= month, 1...31 ~= day
    else { return nil }
    func two(_ number: Double) -> String { number < 10 ? "0\(Int(number))" : "\(Int(number))" }
    return Moment.date("\(Int(year))-\(two(month))-\(two(day))T00:00:00Z")
  }

  private static func depth(_ word: String?) -> NightStage.Depth {
    switch word {
    case "AWAKE": .awake
    case "LIGHT": .light
    case "DEEP": .deep
    case "REM": .rem
    case "ASLEEP": .asleep
    case "RESTLESS": .restless
    default: .unknown
    }
  }

  // MARK: Writing

  private func write(_ samples: [WrittenSample]) async throws(Problem) -> [WriteAnswer] {
    var answers: [WriteAnswer] = []
    for written in samples { answers.append(try await write(written)) }
    return answers
  }

  private func write(_ written: WrittenSample) async throws(Problem) -> WriteAnswer {
    let (path, field) = Self.type(written.sample.kind)
    let name = WrittenName.name(written.key)
    let json: JSON = [
      "name": .string("users/me/dataTypes/\(path)/dataPoints/\(name)"),
      "dataSource": ["recordingMethod": "UNKNOWN"], field: Self.value(written.sample),
    ]
    let body = Array((try? JSON.data(json)) ?? Data())
    let address = "\(desk.origin)\(Self.base)/\(path)/dataPoints"
    let headers = [Outgoing.Field("content-type", "application/json")]
    var answer = try await desk.ask(Outgoing("POST", address, headers: headers, body: body))
    // The record is there already, from an earlier write of the same key.
    if answer.status == 409 {
      answer = try await desk.ask(Outgoing("PATCH", "\(address)/\(name)", headers: headers, body: body))
    }
    if answer.status == 400 { return .refused("Google Health does not take this record.") }
    if let problem = desk.refusal(answer) { throw problem }
    return .written
  }

  private static func value(_ sample: Sample) -> JSON {
    let interval: JSON = ["startTime": .string(sample.start.zulu), "endTime": .string(sample.end.zulu)]
    let instant: JSON = ["physicalTime": .string(sample.start.zulu)]
    func whole(_ number: Double) -> JSON { .string("\(Int(min(max(number, -1e15), 1e15).rounded()))") }
    let parts = sample.start.day.split(separator: "-").compactMap { Double($0) }
    let date: JSON =
      parts.count == 3 ? ["year": .number(parts[0]), "month": .number(parts[1]), "day": .number(parts[2])] : .null
    switch sample.kind {
    case .steps, .floors: return ["interval": interval, "count": whole(sample.amount)]
    case .distance: return ["interval": interval, "millimeters": whole(sample.amount * 1_000)]
    case .activeEnergy: return ["interval": interval, "kcal": .number(sample.amount)]
    case .weight: return ["sampleTime": instant, "weightGrams": .number(sample.amount * 1_000)]
    case .heartRate: return ["sampleTime": instant, "beatsPerMinute": whole(sample.amount)]
    case .restingHeartRate: return ["date": date, "beatsPerMinute": whole(sample.amount)]
    case .heartRateVariability:
      return ["date": date, "averageHeartRateVariabilityMilliseconds": .number(sample.amount)]
    case .sleep:
      let stages: [JSON] = sample.stages.map { stage in
        [
          "startTime": .string(stage.start.zulu), "endTime": .string(stage.end.zulu),
          "type": .string(Self.word(stage.depth)),
        ]
      }
      return ["interval": interval, "stages": .array(stages)]
    case .workout:
      var metrics: [String: JSON] = [:]
      metrics["caloriesKcal"] = sample.workout?.energy.map { .number($0) }
      metrics["distanceMillimeters"] = sample.workout?.distance.map { .number(($0 * 1_000).rounded()) }
      metrics["averageHeartRateBeatsPerMinute"] = sample.workout?.averageHeartRate.map(whole)
      let sport = sample.workout?.sport ?? "generic"
      return [
        "interval": interval, "exerciseType": .string(sport == "cycling" ? "BIKING" : sport.uppercased()),
        "displayName": .string(sample.workout?.name ?? sport),
        "activeDuration": .string("\(Int(min(sample.workout?.moving ?? sample.amount, 1e9)))s"),
        "metricsSummary": .object(metrics),
      ]
    }
  }

  private static func word(_ depth: NightStage.Depth) -> String {
    switch depth {
    case .awake, .awakeInBed, .outOfBed: "AWAKE"
    case .light: "LIGHT"
    case .deep: "DEEP"
    case .rem: "REM"
    case .asleep: "ASLEEP"
    case .restless: "RESTLESS"
    case .inBed, .unknown: "SLEEP_STAGE_TYPE_UNSPECIFIED"
    }
  }

  private func delete(_ kind: SampleKind, _ keys: [String]) async throws(Problem) {
    let (path, _) = Self.type(kind)
    var rest = keys[...]
    while !rest.isEmpty {
      let names: [JSON] = rest.prefix(500).map { key in
        .string("users/me/dataTypes/\(path)/dataPoints/\(WrittenName.name(key))")
      }
      rest = rest.dropFirst(500)
      let body = Array((try? JSON.data(JSON.object(["names": .array(names)]))) ?? Data())
      let request = Outgoing(
        "POST", "\(desk.origin)\(Self.base)/\(path)/dataPoints:batchDelete",
        headers: [Outgoing.Field("content-type", "application/json")], body: body)
      let answer = try await desk.ask(request)
      if answer.status != 404, let problem = desk.refusal(answer) { throw problem }
    }
  }
}
