import Covers
import Interface
import Kernel
import Shell
import Signing
import Testing
import Transport

@testable import Web

@Suite("Access to a person's dashboard")
struct DashboardDoorTests {
  let place: Place
  /// Another machine, which needs a session.
  static let elsewhere = Peer(address: "192.168.1.9", port: 5, isSecure: true)

  init() throws { place = try Place() }

  private func ask(_ line: String, cookie: String?, body: String = "") async throws -> Answer {
    let cookies = cookie.map { "\ncookie: \($0)" } ?? ""
    let form = body.isEmpty ? "" : "\ncontent-type: application/x-www-form-urlencoded"
    return Answer(
      await place.router.answer(
        try request(
          "\(line) HTTP/1.1\nhost: 192.168.1.5:8787\norigin: https://192.168.1.5:8787\(cookies)\(form)", body: body,
          from: DashboardDoorTests.elsewhere)))
  }

  /// No session, a session of another server, and sessions that were changed.
  private var strangers: [String?] {
    get throws {
      let foreign = try RequestGuard(key: .random())
      foreign.opens(at: 8787)
      let theirs = String(try foreign.begin().1.text.prefix { $0 != ";" })
      let parts = place.cookie.split(separator: ".", maxSplits: 1).map(String.init)
      return [nil, theirs, "\(place.cookie)x", "\(parts[0]).AAAA", String(place.cookie.dropLast(2))]
    }
  }

  @Test(
    "Scores are shown only with a session that this server signed",
    .covers("yh-S04.1.1-L2", "yh-S04.1.1-L7"))
  func shown() async throws {
    _ = try await place.person()
    for stranger in try strangers {
      for path in ["/yhealth/anna/", "/yhealth/anna/dashboard", "/yhealth/anna/-/live?path=/yhealth/anna/dashboard"] {
        let answer = try await ask("GET \(path)", cookie: stranger)
        #expect(answer.status == 401 && !answer.text.contains("Your pillars"), "\(path) \(stranger ?? "nothing")")
      }
    }
    let ours = try await ask("GET /yhealth/anna/dashboard", cookie: place.cookie)
    #expect(ours.status == 200 && ours.text.contains("Your pillars"))
  }

  @Test("Actions are performed only with a session that this server signed", .covers("yh-S04.1.2-L7"))
  func done() async throws {
    let person = try await place.person()
    let tab = try await place.tabs.newTab(of: person, for: place.session)
    let action = try #require(tab.window.frames.value.everything.first { $0.label == "Log Meal" })
    let body = FormFields([
      .init("tab", tab.id), .init("revision", "0"), .init("path", "/yhealth/anna/dashboard"), .init("do", action.id),
    ]).text
    for stranger in try strangers {
      let answer = try await ask("POST /yhealth/anna/-/do", cookie: stranger, body: body)
      #expect(answer.status == 401, "\(stranger ?? "nothing")")
      #expect(tab.window.frames.value.route == Route(["dashboard"]))
    }
    let ours = try await ask("POST /yhealth/anna/-/do", cookie: place.cookie, body: body)
    #expect(ours.status == 303)
    #expect(tab.window.frames.value.route == Route(["log", "meal"]))
  }
}
