import Fetch
import Foundation
import JSON
import Kernel
import Testing
import Transport

@testable import Vendors

@Suite("Data of a provider") struct VendorDataTests {
  /// A provider as a value, with one access that may do everything.
  private func state(_ kind: VendorKind, _ change: (inout VendorPlan) -> Void = { _ in }) -> VendorState {
    var plan = VendorPlan.until(noon)
    change(&plan)
    var state = VendorState(kind, plan)
    state.grants = [
      VendorState.Grant(
        access: "a", refresh: "r", expires: .distantFuture, scopes: kind.rules.scopes,
        since: noon.addingTimeInterval(-20 * 86_400))
    ]
    return state
  }

  private func ask(
    _ state: inout VendorState, _ target: String, at now: Date = noon, method: String = "GET", body: String = "",
    form: String = ""
  ) throws -> VendorAnswer {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var request = VendorRequest(method: method, path: parts[0])
    if parts.count == 2 { request.query = try .init(form: Array(parts[1].utf8)) }
    request.form = try .init(form: Array(form.utf8))
    request.body = Array(body.utf8)
    request.bearer = "a"
    return state.answer(request, at: now)
  }

  private static let types = "/v4/users/me/dataTypes"

  @Test("pages of Google Health are complete and disjoint, and the same seed gives the same")
  func pages() throws {
    func all(_ size: Int) throws -> [JSON] {
      var state = state(.googleHealth)
      var (found, token): ([JSON], String?) = ([], "0")
      while let at = token {
        let filter =
          "steps.interval.start_time%20%3E%3D%20%222026-11-01T00:00:00Z%22%20AND%20steps.interval.start_time%20%3C%20%222026-11-11T00:00:00Z%22"
        let answer = try ask(&state, "\(Self.types)/steps/dataPoints?pageSize=\(size)&pageToken=\(at)&filter=\(filter)")
        found += answer.json?["dataPoints"]?.array ?? []
        token = answer.json?["nextPageToken"]?.string
      }
      return found
    }
    let whole = try all(1_000)
    #expect(whole.count == 150 && Set(whole.compactMap { $0["name"]?.string }).count == 150)
    #expect(try all(7) == whole)
    var other = state(.googleHealth) { $0.seed = 2 }
    let first = try ask(&other, "\(Self.types)/steps/dataPoints?pageSize=1").json
    var own = state(.googleHealth)
    #expect(try ask(&own, "\(Self.types)/steps/dataPoints?pageSize=1").json != first)
  }

  @Test("a day arrives when it is over, and a late one at its instant")
  func late() throws {
    var state = state(.oura) { $0.late[390] = noon.addingTimeInterval(3600) }
    let target = "/v2/usercollection/daily_activity?start_date=2026-11-01&end_date=2026-11-22"
    let before = try ask(&state, target).json?["data"]?.array ?? []
    let after = try ask(&state, target, at: noon.addingTimeInterval(3600)).json?["data"]?.array ?? []
    // Days 378 to 398 are over; day 399 is today.
    #expect(before.count == 20 && after.count == 21)
    var garmin = self.state(.garmin) { $0.late[390] = noon.addingTimeInterval(3600) }
    let start = Int(noon.timeIntervalSince1970)
    let uploads = "/wellness-api/rest/dailies?uploadStartTimeInSeconds=\(start)&uploadEndTimeInSeconds=\(start + 7_200)"
    #expect(try ask(&garmin, uploads).json?.array?.count == 0)
    #expect(try ask(&garmin, uploads, at: noon.addingTimeInterval(7_000)).json?.array?.count == 1)
  }

  @Test("Garmin takes 24 hours at most, Polar 28 days, and neither hands out what lies before its limit")
  func lookback() throws {
    var garmin = state(.garmin)
    let refused = try ask(&garmin, "/wellness-api/rest/dailies?uploadStartTimeInSeconds=0&uploadEndTimeInSeconds=86401")
    #expect(refused.status.code == 400)
    var found = 0
    for day in 0..<60 {
      let start = Int(noon.timeIntervalSince1970) - (60 - day) * 86_400
      let target =
        "/wellness-api/rest/dailies?uploadStartTimeInSeconds=\(start)&uploadEndTimeInSeconds=\(start + 86_400)"
      found += try ask(&garmin, target).json?.array?.count ?? 0
    }
    // The consent was twenty days ago: thirty days before it, and those since.
    #expect(found == 49)
    var polar = state(.polar)
    #expect(try ask(&polar, "/v3/users/activities?from=2026-09-01&to=2026-11-01").status.code == 400)
    let since = try ask(&polar, "/v3/users/activities?from=2026-10-26&to=2026-11-22").json?.array ?? []
    #expect(since.count == 20)
  }

  @Test("requests beyond a quota count too, get 429 with what is left to wait, and the next window begins anew")
  func quotas() throws {
    var state = state(.oura) { $0.quotas = [VendorQuota(2, in: 300)] }
    let target = "/v2/usercollection/daily_activity?start_date=2026-11-01&end_date=2026-11-02"
    let statuses = try (0..<4).map { _ in try ask(&state, target).status.code }
    #expect(statuses == [200, 200, 429, 429])
    let refused = try ask(&state, target, at: noon.addingTimeInterval(100))
    #expect(refused.headers.first { $0.0 == "retry-after" }?.1 == "200")
    #expect(try ask(&state, target, at: noon.addingTimeInterval(300)).status.code == 200)
    var strava = self.state(.strava)
    for _ in 0..<100 { _ = try ask(&strava, "/api/v3/athlete") }
    let full = try ask(&strava, "/api/v3/athlete")
    #expect(full.status.code == 429 && full.headers.contains { $0 == ("x-ratelimit-usage", "101,101") })
    #expect(full.headers.contains { $0 == ("x-readratelimit-limit", "100,1000") })
  }

  @Test("an inactive app is refused, and a scope that was not allowed is missing")
  func refusals() throws {
    var strava = state(.strava)
    strava.faults.isInactive = true
    let answer = try ask(&strava, "/api/v3/athlete/activities")
    #expect(answer.status.code == 403)
    #expect(answer.json?["errors"]?.array?.first?["code"] == "Inactive")
    var less = state(.googleHealth)
    less.grants = less.grants.map {
      .init(access: $0.access, refresh: nil, expires: $0.expires, scopes: [], since: $0.since)
    }
    #expect(try ask(&less, "\(Self.types)/steps/dataPoints").status.code == 403)
  }

  @Test("what is written is handed out again; a second activity at the same time is a duplicate")
  func writing() throws {
    var strava = state(.strava)
    let form = "name=Walk&sport_type=Walk&start_date_local=2026-11-20T09:00:00Z&elapsed_time=1800&external_id=k1"
    #expect(try ask(&strava, "/api/v3/activities", method: "POST", form: form).status.code == 201)
    let again = try ask(&strava, "/api/v3/activities", method: "POST", form: form)
    #expect(again.json?["error"]?.string?.contains("duplicate of activity 2000000") == true)
    let read =
      try ask(&strava, "/api/v3/athlete/activities?per_page=200&after=\(Int(noon.timeIntervalSince1970) - 604_800)")
      .json?.array ?? []
    #expect(read.contains { $0["external_id"] == "k1" })
    var google = state(.googleHealth)
    let point =
      #"{"name":"users/me/dataTypes/weight/dataPoints/k1","weight":{"sampleTime":{"physicalTime":"2026-11-20T09:00:00Z"},"weightGrams":71000}}"#
    let path = "\(Self.types)/weight/dataPoints"
    #expect(try ask(&google, path, method: "POST", body: point).status.code == 200)
    #expect(try ask(&google, path, method: "POST", body: point).status.code == 409)
    #expect(try ask(&google, "\(path)/k1", method: "PATCH", body: point).status.code == 200)
    #expect(google.written.count == 1)
    let names = #"{"names":["users/me/dataTypes/weight/dataPoints/k1"]}"#
    #expect(try ask(&google, "\(path):batchDelete", method: "POST", body: names).status.code == 200)
    #expect(google.written.isEmpty)
    for rubbish in ["", "{", "[]", "{\"weight\":{}}", "null"] {
      #expect(try ask(&google, path, method: "POST", body: rubbish).status.code == 400)
    }
  }
}
