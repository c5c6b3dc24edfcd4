internal import HTTP
internal import HealthProviders
internal import JSON
internal import Kernel
internal import Platform
internal import Samples

/// Strava v3: activities by the number of their page. It takes activities, and deletes none.
struct StravaClient: Sendable {
  let desk: APIDesk

  private static let pageSize = 200

  var port: HealthPort {
    HealthPort(
      read: { kind, span, page throws(Problem) in try await read(kind, span, page) },
      write: { samples throws(Problem) in try await write(samples) },
      delete: { _, keys throws(Problem) in
        guard keys.isEmpty else {
          throw Problem(
            "provider-no-deletion", "Strava lets no app delete activities.", safe: "Nothing was changed.",
            remedy: "Delete the activity at strava.com.")
        }
      })
  }

  private func read(_ kind: SampleKind, _ span: DateInterval, _ page: String?) async throws(Problem) -> SamplePage {
    guard kind == .workout else { return SamplePage([]) }
    let number = page.flatMap(Int.init) ?? 1
    let json = try await desk.get(
      "/api/v3/athlete/activities",
      [
        ("after", span.start.addingTimeInterval(-86_400).epoch), ("before", span.end.epoch), ("page", "\(number)"),
        ("per_page", "\(Self.pageSize)"),
      ])
    let activities = try desk.list(json)
    let next = activities.count >= Self.pageSize ? "\(number + 1)" : nil
    return desk.page(activities, in: span, next: next) { sample($0).map { [$0] } }
  }

  private func sample(_ json: JSON) -> Sample? {
    guard let id = json[figure: "id"], let start = json[instant: "start_date"],
      let elapsed = json[figure: "elapsed_time"],
      elapsed >= 0, id >= 0, id < 1e15
    else { return nil }
    let workout = Workout(
      SportName.words((json["sport_type"] ?? json["type"])?.string ?? ""), elapsed: elapsed,
      moving: json[figure: "moving_time"], distance: json[figure: "distance"],
      averageHeartRate: json[figure: "average_heartrate"], name: json["name"]?.string,
      isTyped: json["manual"]?.bool ?? false)
    let written = json["external_id"]?.string.flatMap(WrittenName.key)
    return Sample(
      workout: workout, from: start,
      origin: desk.origin("\(Int(id))", device: json["device_name"]?.string, written: written))
  }

  private func write(_ samples: [WrittenSample]) async throws(Problem) -> [WriteAnswer] {
    var answers: [WriteAnswer] = []
    for written in samples {
      guard let workout = written.sample.workout else {
        answers.append(.refused("Strava takes workouts only."))
        continue
      }
      var fields: [Outgoing.Field] = [
        .init("name", workout.name ?? "Workout"), .init("sport_type", SportName.strava(workout.sport)),
        .init("start_date_local", written.sample.start.zulu),
        .init("elapsed_time", "\(Int(max(1, min(workout.elapsed, 1e6))))"),
        .init("external_id", WrittenName.name(written.key)),
      ]
      if let distance = workout.distance { fields.append(.init("distance", "\(distance)")) }
      let answer = try await desk.ask(.form("\(desk.origin)/api/v3/activities", fields))
      if answer.status == 409
        || String(decoding: answer.body.prefix(4096), as: UTF8.self).contains("duplicate of activity")
      {
        answers.append(.duplicate)
      } else if answer.status == 400 {
        answers.append(.refused("Strava does not take this workout."))
      } else if let problem = desk.refusal(answer) {
        throw problem
      } else {
        answers.append(.written)
      }
    }
    return answers
  }
}
