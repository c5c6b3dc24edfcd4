import Fetch
import Foundation
import HealthAPIs
import HealthProviders
import Kernel
import OAuthClient
import Samples
import Testing

@testable import Vendors

@Suite("Clients at the providers") struct VendorReadingTests {
  /// Connects an account and hands its port to a test.
  private func withPort(
    _ kind: VendorKind, _ change: (inout VendorPlan) -> Void = { _ in },
    _ test: (HealthPort, Vendor, ManualTime) async throws -> Void
  ) async throws {
    let api = try #require(HealthAPI(rawValue: kind.rawValue))
    try await withVendor(kind, change) { vendor, fetch, clock in
      let origins = HealthAPIOrigins(vendor.address)
      let oauth = api.authorization(at: origins, client: "troupe")
      let kept = Locked<OAuthTokens?>(nil)
      let access = OAuthAccess(
        oauth,
        needs: OAuthNeeds(
          ask: { request throws(Problem) in try await fetch.send(request) },
          load: { () throws(Problem) in kept.withLock { $0 } },
          store: { tokens throws(Problem) in kept.withLock { $0 = tokens } }, now: { clock.now.date }))
      let pending = PendingAuthorization(scopes: oauth.scopes, redirect: "http://127.0.0.1:9/", at: clock.now.date)
      let back = try await Visitor(fetch: fetch).decide(at: pending.page(of: oauth))
      let returned = try #require(ReturnAddress(back))
      _ = try await access.connect(pending.grant(in: returned, of: oauth, at: clock.now.date), of: pending)
      let port = api.port(at: origins, now: { clock.now.date }) { request throws(Problem) in
        try await access.send(request)
      }
      try await test(port, vendor, clock)
    }
  }

  /// All samples of a span, over all pages.
  private func all(_ port: HealthPort, _ kind: SampleKind, _ span: DateInterval) async throws -> [Sample] {
    var (samples, page): ([Sample], String?) = ([], nil)
    for _ in 0..<1_000 {
      let answer = try await port.read(kind, span, page)
      #expect(answer.unread == 0)
      samples += answer.samples
      page = answer.next
      if page == nil { break }
    }
    #expect(page == nil)
    return samples
  }

  /// Ten whole days that every provider hands out: those after the consent are added by the clock.
  private static let span = DateInterval(
    start: noon.addingTimeInterval(-43_200 + 86_400), end: noon.addingTimeInterval(-43_200 + 11 * 86_400))

  @Test("ten days arrive whole, with the amounts that the provider has", arguments: VendorKind.allCases)
  func days(_ kind: VendorKind) async throws {
    try await withPort(kind, { $0.days = 420 }) { port, _, clock in
      await clock.advance(by: .seconds(20 * 86_400), settling: Settling())
      let person = VendorPerson(seed: 1)
      let first = noon.addingTimeInterval(-43_200)
      let days = (1...10).map { person.day(399 + $0, at: first.addingTimeInterval(Double($0) * 86_400)) }
      let provider = try #require(ProviderCatalogue.builtIn[kind.rawValue])
      for sampleKind in SampleKind.allCases where provider.reads(sampleKind) {
        let samples = try await all(port, sampleKind, Self.span)
        #expect(samples.allSatisfy { $0.kind == sampleKind && $0.isPlausible && $0.origin.provider == kind.rawValue })
        #expect(Set(samples.map { "\($0.origin.record) \($0.start)" }).count == samples.count, "\(sampleKind)")
        let sum = samples.reduce(0) { $0 + $1.amount }
        switch sampleKind {
        case .steps: #expect(sum == Double(days.reduce(0) { $0 + $1.steps }))
        case .floors: #expect(sum == Double(days.reduce(0) { $0 + $1.floors }))
        case .heartRate: #expect(samples.count == 480 && sum == Double(days.flatMap(\.beats).reduce(0, +)))
        case .restingHeartRate: #expect(samples.map(\.amount) == days.map { Double($0.resting) })
        case .heartRateVariability: #expect(samples.count == 10 && samples.allSatisfy { $0.variability == .rmssd })
        case .weight: #expect(samples.map { ($0.amount * 1_000).rounded() } == days.map { Double($0.grams) })
        case .workout:
          let made = days.compactMap(\.workout)
          #expect(samples.map(\.amount) == made.map { Double($0.minutes * 60) } && !made.isEmpty)
          #expect(samples.compactMap { $0.workout?.distance } == made.map { Double($0.metres) })
          #expect(samples.compactMap { $0.workout?.sport } == made.map { $0.isRide ? "cycling" : "running" })
        case .sleep:
          #expect(samples.count == 10 && samples.allSatisfy { !$0.stages.isEmpty })
          #expect(samples.map(\.start) == days.map { $0.at($0.bedtime) })
        case .distance, .activeEnergy: #expect(sum > 0)
        }
      }
    }
  }

  @Test(
    "a day that arrives late is found when it is looked for again",
    arguments: [VendorKind.googleHealth, .garmin, .oura])
  func late(_ kind: VendorKind) async throws {
    try await withPort(
      kind,
      { plan in
        plan.days = 420
        plan.late[401] = noon.addingTimeInterval(10 * 86_400)
      }
    ) { port, _, clock in
      let day = DateInterval(start: noon.addingTimeInterval(-43_200 + 2 * 86_400), duration: 86_400)
      await clock.advance(by: .seconds(5 * 86_400), settling: Settling())
      let before = try await all(port, .steps, day)
      await clock.advance(by: .seconds(6 * 86_400), settling: Settling())
      let after = try await all(port, .steps, day)
      #expect(before.isEmpty && !after.isEmpty)
    }
  }

  @Test("every kind that is written to Google Health comes back as written, once, and is deleted")
  func writing() async throws {
    try await withPort(.googleHealth) { port, vendor, _ in
      let start = noon.addingTimeInterval(-3 * 86_400)
      let origin = Origin("garmin", record: "g1")
      let midnight = start.addingTimeInterval(-43_200)
      let samples = [
        Sample(.steps, from: start, to: start.addingTimeInterval(60), amount: 77, origin: origin),
        Sample(.distance, from: start, to: start.addingTimeInterval(60), amount: 55.5, origin: origin),
        Sample(.floors, from: start, to: start.addingTimeInterval(60), amount: 2, origin: origin),
        Sample(.activeEnergy, from: start, to: start.addingTimeInterval(60), amount: 4.25, origin: origin),
        Sample(.weight, from: start, amount: 70.25, origin: origin),
        Sample(.heartRate, from: start, amount: 61, origin: origin),
        Sample(.restingHeartRate, from: midnight, amount: 51, origin: origin),
        Sample(.heartRateVariability, from: midnight, amount: 44.5, origin: origin, variability: .rmssd),
        Sample(
          sleep: [NightStage(.deep, from: start, to: start.addingTimeInterval(600))], from: start,
          to: start.addingTimeInterval(1_200), origin: origin),
        Sample(
          workout: Workout(
            "running", elapsed: 1_800, moving: 1_700, distance: 5_000, energy: 300, averageHeartRate: 140, name: "Run"),
          from: start, origin: origin),
      ]
      let written = samples.map { WrittenSample($0, key: "garmin:\($0.kind.rawValue)") }
      for _ in 0..<3 { #expect(try await port.write(written) == written.map { _ in .written }) }
      #expect(vendor.written == samples.count)
      for one in written {
        let span = DateInterval(start: midnight, duration: 86_400)
        let found = try await all(port, one.sample.kind, span).filter { $0.origin.written == one.key }
        let back = try #require(found.first)
        #expect(found.count == 1 && back.amount == one.sample.amount && back.start == one.sample.start)
        #expect(back.end == one.sample.end && back.stages == one.sample.stages && back.workout == one.sample.workout)
        try await port.delete(one.sample.kind, [one.key, "never written"])
      }
      #expect(vendor.written == 0)
    }
  }

  @Test("Strava takes a workout once, says that a second one is a duplicate, and lets nobody delete")
  func strava() async throws {
    try await withPort(.strava) { port, vendor, _ in
      let workout = Workout("virtual_ride", elapsed: 3_600, distance: 30_000, name: "Indoors")
      let sample = Sample(
        workout: workout, from: noon.addingTimeInterval(-7_200), origin: Origin("garmin", record: "g"))
      let steps = Sample(.steps, from: noon, amount: 1, origin: Origin("garmin", record: "g"))
      let answers = try await port.write([WrittenSample(sample, key: "k"), WrittenSample(steps, key: "l")])
      #expect(answers == [.written, .refused("Strava takes workouts only.")])
      #expect(try await port.write([WrittenSample(sample, key: "k")]) == [.duplicate] && vendor.written == 1)
      let span = DateInterval(start: noon.addingTimeInterval(-86_400), end: noon)
      let back = try await all(port, .workout, span).filter { $0.origin.written == "k" }
      #expect(back.map(\.amount) == [3_600] && back.first?.workout?.sport == "virtual_ride")
      let undeleted = await code { try await port.delete(.workout, ["k"]) }
      #expect(undeleted == "provider-no-deletion")
    }
  }

  @Test("what goes wrong at a provider says what to do", arguments: VendorKind.allCases)
  func wrong(_ kind: VendorKind) async throws {
    try await withPort(kind, { $0.quotas = [VendorQuota(5, in: 300)] }) { port, vendor, clock in
      await clock.advance(by: .seconds(86_400), settling: Settling())
      let span = DateInterval(start: noon, duration: 40_000)
      func problem() async -> String? {
        await code { _ = try await port.read(kind == .strava ? .workout : .steps, span, nil) }
      }
      vendor.change { $0.isInactive = true }
      #expect(await problem() == "provider-inactive")
      vendor.change { faults in (faults.isInactive, faults.cutsAnswers) = (false, true) }
      #expect(await problem() == "provider-later-unreadable")
      vendor.change { faults in (faults.cutsAnswers, faults.answer) = (false, "<html>Sorry</html>") }
      #expect(await problem() == "provider-later-unreadable")
      vendor.change { $0.answer = "{\"unexpected\":true}" }
      let other = await problem()
      #expect(other == (kind == .googleHealth ? nil : "provider-later-unreadable"))
      vendor.change { faults in (faults.answer, faults.status) = (nil, 503) }
      #expect(await problem() == "provider-later")
      vendor.change { $0.status = nil }
      var last: String?
      for _ in 0..<5 { last = await problem() }
      #expect(last?.hasPrefix("provider-later-quota:") == true)
      await clock.advance(by: .seconds(300), settling: Settling())
      #expect(await problem() == nil)
      vendor.withdraw()
      #expect(await problem() == "provider-reconnect")
    }
  }
}
