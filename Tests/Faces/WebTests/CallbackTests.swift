import Interface
import Kernel
import Shell
import Testing
import Transport

@testable import Web

@Suite("The return from a page in the browser", .timeLimit(.minutes(10)))
struct CallbackTests {
  private static let path = "/yhealth/anna/-/callback"
  private static let visit = BrowserVisit(
    address: "https://id.example.org/authorize?a=b&c=<d>",
    callback: "http://127.0.0.1:8787\(path)?state=s", provider: "google", nonce: "n")

  private func tab(_ place: Place) async throws -> BrowserTab {
    try await place.tabs.newTab(of: try await place.person(), for: place.session)
  }

  @Test("a page tells its window the address of this server to which the browser returns")
  func told() async throws {
    let place = try Place()
    let tab = try await tab(place)
    #expect(await tab.window.callback == nil)
    _ = try await place.get("/yhealth/anna/dashboard?tab=\(tab.id)")
    #expect(await tab.window.callback == "http://127.0.0.1:8787\(CallbackTests.path)")
  }

  @Test("a return redirects to the screen of the tab that left, without its query, and ends the visit")
  func returns() async throws {
    let place = try Place()
    let left = try await tab(place)
    _ = try await tab(place)
    await left.window.browse(CallbackTests.visit)
    let answer = try await place.get("\(CallbackTests.path)?state=s&code=secret-code")
    let location = answer.response.headers["location"] ?? ""
    #expect(answer.status == 303 && location.hasSuffix("tab=\(left.id)"))
    #expect(!location.contains("secret-code") && !location.contains("state"))
    #expect(answer.response.headers["cache-control"] == "no-store" && answer.response.headers["referrer-policy"] != nil)
    #expect(await left.window.visit == nil)
  }

  @Test("a return with another state, or in another browser, leaves the visit as it is")
  func foreign() async throws {
    let place = try Place()
    let left = try await tab(place)
    await left.window.browse(CallbackTests.visit)
    let (_, cookie) = try place.requestGuard.begin()
    for (query, cookie) in [("state=x&code=c", nil), ("state=s&code=c", String(cookie.text.prefix { $0 != ";" }))] {
      let answer = try await place.get("\(CallbackTests.path)?\(query)", cookie: cookie)
      #expect(answer.status == 303)
      #expect(await left.window.visit == CallbackTests.visit)
    }
  }

  @Test("only the exact path of a profile that exists is answered, and only up to a length")
  func exact() async throws {
    let place = try Place()
    _ = try await tab(place)
    for path in [
      "/yhealth/anna/-/callback/x?state=s", "/yhealth/anna/-/callbacks?state=s", "/yhealth/ben/-/callback?state=s",
      "/nothing/anna/-/callback?state=s",
      "\(CallbackTests.path)?state=\(String(repeating: "s", count: 4200))",
    ] {
      #expect(try await place.get(path).status == 404, "\(path.prefix(60))")
    }
    #expect(try await place.get("\(CallbackTests.path)").status == 303)
  }

  @Test("without a script a page links to the provider; its address is escaped, and another browser does not get it")
  func away() async throws {
    let place = try Place()
    let left = try await tab(place)
    let path = "/yhealth/anna/-/away?tab=\(left.id)"
    #expect(try await place.get(path).status == 303)
    await left.window.browse(CallbackTests.visit)
    let page = try await place.get(path)
    #expect(page.status == 200 && page.text.contains("href=\"https://id.example.org/authorize?a=b&amp;c=&lt;d"))
    let (_, cookie) = try place.requestGuard.begin()
    #expect(try await place.get(path, cookie: String(cookie.text.prefix { $0 != ";" })).status == 410)
  }
}
