import Catalog
import HTML
import Interface
import Kernel
import Shell
import Testing
import Transport

@testable import Web

@Suite("Answers of the site router")
struct SiteRouterTests {
  let place: Place

  init() throws { place = try Place() }

  @Test("the front page names all five products")
  func front() async throws {
    let answer = try await place.get("/")
    #expect(answer.status == 200)
    for product in Product.all { #expect(answer.text.contains(product.name)) }
  }

  @Test("a profile can be created on the front page only")
  func begin() async throws {
    #expect(try await place.get("/yhealth/anna/dashboard").status == 404)
    let opened = try await place.post("/open", [("product", "yhealth"), ("profile", "anna")])
    #expect(opened.status == 303 && opened.location == "/yhealth/anna/")
    let shown = try await place.get("/yhealth/anna/")
    // A new person is led to onboarding, once.
    #expect(shown.status == 303 && shown.location?.hasPrefix("/yhealth/anna/onboarding?tab=") ?? false)
    _ = try await place.get("/yhealth/anna/dashboard")
    let again = try await place.get("/yhealth/anna/")
    #expect(again.status == 303 && again.location?.hasPrefix("/yhealth/anna/dashboard?tab=") ?? false)
    #expect(try await place.get("/yhealth/anna/dashboard").text.contains("Dashboard"))
    #expect(try await place.get("/").text.contains("/yhealth/anna/"))
  }

  @Test(
    "an invalid profile name is refused with the reason", arguments: ["a b", "../x", "é"])
  func badName(name: String) async throws {
    let answer = try await place.post("/open", [("product", "yhealth"), ("profile", name)])
    #expect(answer.status == 422 && answer.text.contains("cannot be a name here"))
  }

  @Test(
    "an unknown path is answered with a 404 page",
    arguments: ["/nowhere", "/nowhere/me/", "/-/nowhere", "/yhealth/nobody/", "/yhealth/anna/-/nowhere"])
  func nothing(path: String) async throws {
    _ = try await place.person()
    let answer = try await place.get(path)
    #expect(answer.status == 404 && answer.text.contains("<h1"))
  }

  @Test("the first page has the browser's language, and a connected script reports its language and zone")
  func region() async throws {
    _ = try await place.person()
    func get(_ path: String) async throws -> Answer {
      Answer(
        await place.router.answer(
          try request(
            "GET \(path) HTTP/1.1\nhost: 127.0.0.1:8787\ncookie: \(place.cookie)\naccept-language: de-CH,de;q=0.9")))
    }
    let page = try await get("/yhealth/anna/log/activity")
    let id = try #require(page.mark("tab"))
    let tab = try #require(await place.tabs.find(id, of: place.session))
    #expect(await tab.window.settled().everything.first { $0.label == "Day" }?.value == "2027-01-15")
    let query = "tab=\(id)&revision=0&path=x"
    _ = try await get("/yhealth/anna/-/events?\(query)&locale=de-DE&zone=Pacific/Pago_Pago")
    #expect(await tab.window.settled().everything.first { $0.label == "Day" }?.value == "2027-01-14")
    // What is unknown changes nothing.
    _ = try await get("/yhealth/anna/-/events?\(query)&locale=%3Cb%3E&zone=Mars/Base")
    #expect(await tab.window.settled().everything.first { $0.label == "Day" }?.value == "2027-01-14")
    try await tab.window.perform(.act(.label("Distance"), .edit, .number(6.5)))
    #expect(await tab.window.settled().everything.first { $0.label == "Distance" }?.value == "6,5")
    // A page without a script, in another tab of the browser.
    await place.clock.advance(by: .seconds(10), settling: tab.window.person.context.settling)
    let other = try await place.tabs.newTab(
      of: tab.window.person, for: place.session, in: RegionalSettings(acceptLanguage: "fr-FR"))
    #expect(other.window.person.context.time.now().locale == "fr-FR")
  }

  @Test("another machine without a session gets only a 401 page")
  func locked() async throws {
    _ = try await place.person()
    for path in ["/", "/yhealth/anna/", "/yhealth/anna/-/live", "/yhealth/anna/-/events"] {
      let asked = try request(
        "GET \(path) HTTP/1.1\nhost: 192.168.1.5:8787", from: Peer(address: "192.168.1.9", port: 5, isSecure: false))
      let answer = Answer(await place.router.answer(asked))
      #expect(answer.status == 401 && !answer.text.contains("anna"))
    }
  }

  @Test("the pass starts a session, and is removed from the address")
  func pass() async throws {
    let answer = try await place.get("/?pass=\(try place.requestGuard.pass)", cookie: "none=1")
    #expect(answer.status == 303 && answer.location == "/")
    let cookie = try #require(answer.response.headers["set-cookie"]?.prefix { $0 != ";" })
    #expect(try await place.get("/", cookie: String(cookie)).status == 200)
    #expect(try await place.get("/?pass=wrong", cookie: "none=1").status == 401)
  }

  @Test("a page has a strict content security policy, is not sniffed and is not cached")
  func policy() async throws {
    let response = try await place.get("/").response
    let policy = response.headers["content-security-policy"] ?? ""
    #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
    #expect(policy.contains("style-src 'self'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(response.headers["x-content-type-options"] == "nosniff")
    #expect(response.headers["cache-control"] == "no-store", "pages are not cached")
  }

  @Test("files are immutable under the address that pages use, and revalidated under any other")
  func files() async throws {
    let address = place.router.look.scriptAddress
    let kept = try await place.get(address, cookie: "none=1")
    #expect(kept.status == 200 && kept.response.headers["cache-control"]?.contains("immutable") ?? false)
    let plain = try await place.get("/-/face.js")
    #expect(plain.response.headers["cache-control"] == "no-cache")
    let tag = try #require(plain.response.headers["etag"])
    let again = try request("GET /-/face.js HTTP/1.1\nhost: localhost\nif-none-match: \(tag)")
    #expect(Answer(await place.router.answer(again)).status == 304)
  }

  @Test("each product can be installed", arguments: Product.all)
  func manifest(product: Product) async throws {
    let manifest = try await place.get("/-/manifest/\(product.id).webmanifest")
    #expect(manifest.status == 200 && manifest.text.contains("\"start_url\":\"/\(product.id)/\""))
    #expect(try await place.get("/-/icon/\(product.id).svg").text.contains("<svg"))
    #expect(try await place.get("/-/away.js").response.headers["service-worker-allowed"] == "/")
  }
}

@Suite("A page without a script")
struct SentFormTests {
  let place: Place

  init() throws { place = try Place() }

  /// The page at that route, with the tab and the revision of its form.
  private func page(_ path: String) async throws -> (text: String, tab: String, revision: String) {
    var answer = try await place.get("/yhealth/anna\(path)")
    if let location = answer.location { answer = try await place.get(location) }
    return (
      answer.text, try #require(answer.mark("tab")), try #require(answer.mark("revision"))
    )
  }

  private func send(_ page: (text: String, tab: String, revision: String), _ path: String, _ fields: [(String, String)])
    async throws -> Answer
  {
    try await place.post(
      "/yhealth/anna/-/do",
      [("tab", page.tab), ("revision", page.revision), ("path", "/yhealth/anna\(path)")] + fields)
  }

  @Test("follows a button to its destination")
  func button() async throws {
    _ = try await place.person()
    let page = try await page("/dashboard")
    let answer = try await send(page, "/dashboard", [("do", "tabs.insights")])
    #expect(answer.status == 303 && answer.location == "/yhealth/anna/insights?tab=\(page.tab)")
    #expect(try await place.get(try #require(answer.location)).mark("path") == "/yhealth/anna/insights")
  }

  @Test("applies what was chosen, and leaves switches unchanged")
  func chosen() async throws {
    let person = try await place.person()
    let page = try await page("/settings/display")
    let tab = try #require(await place.tabs.find(page.tab, of: place.session))
    let frame = await tab.sent
    let group = try #require(frame.everything.first { $0.role == .radiogroup || $0.role == .picker })
    let other = try #require(group.children.first { !$0.state.isSelected })
    let switches = frame.everything.filter { $0.role == .toggle && $0.state.check == .on }
    _ = try await send(
      page, "/settings/display",
      [("set:\(group.id)", other.id), ("do", "")] + switches.map { ("set:\($0.id)", "on") })
    let after = tab.window.frames.value
    #expect(after.everything.first { $0.id == other.id }?.state.isSelected == true)
    #expect(
      after.everything.filter { $0.role == .toggle && $0.state.check == .on }.map(\.id) == switches.map(\.id))
    _ = person
  }

  @Test("turns off an unticked switch, and leaves the others unchanged")
  func ticked() async throws {
    _ = try await place.person()
    let page = try await page("/settings/notifications")
    let tab = try #require(await place.tabs.find(page.tab, of: place.session))
    let switches = await tab.sent.everything.filter { $0.role == .toggle && !$0.state.isDisabled }
    let first = try #require(switches.dropFirst().first { $0.state.check == .on })
    _ = try await send(
      page, "/settings/notifications",
      switches.flatMap { element -> [(String, String)] in
        let isOn = element.state.check == .on && element.id != first.id
        return [("set:\(element.id)", "off")] + (isOn ? [("set:\(element.id)", "on")] : [])
      } + [("do", "")])
    let after = tab.window.frames.value.everything
    for element in switches {
      let wanted: Condition.Check? = element.id == first.id ? .off : element.state.check
      #expect(after.first { $0.id == element.id }?.state.check == wanted, "\(element.label)")
    }
  }

  @Test("refuses an action that was meant for another screen, with a message")
  func stale() async throws {
    _ = try await place.person()
    let page = try await page("/settings/display")
    let tab = try #require(await place.tabs.find(page.tab, of: place.session))
    try await tab.window.perform(.open(Route(["insights"])))
    _ = await tab.page()
    let answer = try await send(page, "/settings/display", [("do", "tabs.profile")])
    #expect(answer.status == 303)
    let shown = try await place.get(try #require(answer.location))
    #expect(shown.mark("path") == "/yhealth/anna/settings/display" && shown.text.contains("changed just before you"))
  }

  @Test("cannot act on the tab of another browser")
  func foreign() async throws {
    let person = try await place.person()
    let foreign = try await place.tabs.newTab(of: person, for: BrowserSession(id: "other"))
    let answer = try await place.post(
      "/yhealth/anna/-/do",
      [("tab", foreign.id), ("revision", "0"), ("path", "/yhealth/anna/dashboard"), ("do", "tabs.insights")])
    #expect(answer.status == 303)
    #expect(foreign.window.frames.value.route == Route(["dashboard"]))
  }

  @Test(
    "redirects only to the person's own pages, whatever path it sends",
    arguments: ["//evil.example/", "https://evil.example/", "/volvox/eve/", "/yhealth/annabel/"])
  func redirect(path: String) async throws {
    _ = try await place.person()
    let answer = try await place.post("/yhealth/anna/-/do", [("tab", "x"), ("revision", "0"), ("path", path)])
    #expect(answer.location?.hasPrefix("/yhealth/anna/") ?? false)
  }
}
