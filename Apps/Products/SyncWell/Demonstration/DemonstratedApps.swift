internal import ConnectedApps
internal import Days
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples
internal import Storage

/// A record that a sync has written to a made-up app.
struct DemonstratedRecord: Kept {
  static let collection = "demonstrated_records"

  /// The key under which the sync wrote it.
  let key: String
  let sample: Sample

  var id: ID<DemonstratedRecord> { DemonstratedRecord.id(sample.origin.provider, key) }
  var when: Date { sample.start }

  static func id(_ app: String, _ key: String) -> ID<DemonstratedRecord> { ID(named: "\(app)/\(key)") }

  init(_ written: WrittenSample, in app: String) {
    key = written.key
    var sample = written.sample
    sample.origin = Origin(app, record: written.key, device: "SyncWell", written: written.key)
    self.sample = sample
  }
}

/// The five made-up apps. They measure by themselves, keep what is written to them in the store, and reach no network.
struct DemonstratedApps: Sendable {
  /// The apps in the order of the catalogue.
  static let all = ["google-health", "garmin", "strava", "polar", "oura"]

  let mark: SyncWellDemonstrationMark
  let now: @Sendable () -> Date

  /// Offers the made-up apps, each connected in one step, and none of the others: a made-up measurement must not reach them.
  static func offered(_ apps: [ConnectedApp]) -> [ConnectedApp] {
    apps.map { app in
      guard all.contains(app.id.rawValue) else {
        var app = app
        app.offer = .unavailable("The demo has made-up apps only. Remove the demo data to connect \(app.name).")
        return app
      }
      return ConnectedApp(
        app.id, name: app.name, icon: app.icon, kind: "Made-up app of the demo", way: .device, roles: app.roles,
        manual: app.manual)
    }
  }

  /// The port of an app whose written records are in a collection.
  func port(_ app: String, _ records: Shelf<DemonstratedRecord>) -> HealthPort? {
    guard DemonstratedApps.all.contains(app) else { return nil }
    return HealthPort(
      read: { kind, span, _ throws(Problem) in
        let written = try await records.collection()
          .records(in: span.start.addingTimeInterval(-86_400)..<max(span.start, span.end))
          .map(\.sample).filter { $0.kind == kind && $0.origin.provider == app && $0.end >= span.start }
        return SamplePage(measured(kind, of: app, in: span) + written)
      },
      write: { samples throws(Problem) in
        let all = try await records.collection()
        try await records.write { batch throws(Problem) in
          for sample in samples { try batch.save(DemonstratedRecord(sample, in: app), over: .anything, in: all) }
        }
        return samples.map { _ in .written }
      },
      delete: { _, keys throws(Problem) in
        let all = try await records.collection()
        for key in keys {
          let id = DemonstratedRecord.id(app, key)
          if try await all.record(id) != nil { try await all.delete(id) }
        }
      })
  }

  /// Returns the measurements of an app's devices within a span, as far as it is past.
  func measured(_ kind: SampleKind, of app: String, in span: DateInterval) -> [Sample] {
    let zone = mark.timeZone
    let first = max(
      CalendarDay(span.start, in: zone).following(-1), mark.made.following(1 - SyncWellDemonstration.days))
    let last = min(CalendarDay(span.end, in: zone), CalendarDay(now(), in: zone))
    guard first <= last else { return [] }
    return (first.number...last.number).flatMap { number -> [Sample] in
      let day = CalendarDay(number: number)
      guard let midnight = day.start(in: zone) else { return [] }
      return DemonstratedDay(day, made: mark.made, at: midnight).samples(kind, of: app)
    }.filter { $0.end <= now() && $0.end >= span.start && $0.start < span.end }
  }
}
