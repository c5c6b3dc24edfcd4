import Covers
import HTML
import Interface
import JSON
import Kernel
import Previews
import Shell
import Testing
import Transport

@testable import Web

@Suite("Charts on the web")
struct ChartTests {
  let place: Place

  init() throws { place = try Place() }

  private func tab(at route: String = "/charts/line") async throws -> BrowserTab {
    let person = try await place.registry.person(.previewCharts, "anna")
    let tab = try await place.tabs.newTab(of: person, for: place.session)
    try await tab.window.perform(.open(try #require(Route(route))))
    _ = await tab.page()
    return tab
  }

  private func file(_ name: String, _ tab: BrowserTab) async throws -> Answer {
    try await place.get("/gallery/anna/-/chart/\(name)?tab=\(tab.id)")
  }

  @Test(
    "A chart can be downloaded in every format; neither the file nor its name mentions the person",
    .covers("yh-S04.3.3-B7", "yh-S04.3.3-L3"), arguments: ChartFormat.allCases)
  func formats(format: ChartFormat) async throws {
    let answer = try await file("chart.\(format.rawValue)", try await tab())
    #expect(answer.status == 200)
    #expect(answer.response.headers["content-type"] == format.type)
    let named = try #require(answer.response.headers["content-disposition"])
    #expect(
      named == "attachment; filename=\"pillar-scores-2027-01-15.\(format.rawValue)\"; "
        + "filename*=UTF-8''pillar-scores-2027-01-15.\(format.rawValue)")
    #expect(answer.response.headers["cache-control"] == "no-store")
    #expect(!answer.text.contains("anna"))
    if format == .png, case .bytes(let png) = answer.response.content {
      #expect(png.prefix(8).elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    } else {
      #expect(format != .png)
    }
    if format == .csv { #expect(answer.text.hasPrefix("Date,Fitness,")) }
    if format == .svg { #expect(answer.text.contains("Nutrition") && answer.text.contains("class=\"time\"")) }
  }

  @Test(
    "The PNG file has two pixels per point and anti-aliased edges",
    .covers("yh-S04.3.3-B15"))
  func picture() async throws {
    let answer = try await file("chart.png", try await tab())
    guard case .bytes(let png) = answer.response.content, png.count > 1_000 else {
      throw Problem("no-picture", "There is no picture.", remedy: "Draw it.")
    }
    func number(_ place: Int) -> Int { png[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(16) == 2_160 && number(20) == 1_280)
    // Ground, letters, hairlines and three series are a dozen colours; all others are shades of anti-aliased edges.
    let palette = try #require(png.indices.dropLast(4).first { png[$0..<($0 + 4)].elementsEqual("PLTE".utf8) })
    #expect(number(palette - 4) / 3 > 96)
  }

  @Test("A download contains what the tab shows: another range gives another file")
  func shown() async throws {
    let tab = try await tab()
    let week = try await file("chart.csv", tab).text
    try await tab.window.perform(.choose(.id("range"), .text("30")))
    _ = await tab.page()
    let month = try await file("chart.csv", tab).text
    #expect(week.split(separator: "\r\n").count + 23 == month.split(separator: "\r\n").count)
  }

  @Test(
    "An unknown chart or format is answered with 404",
    arguments: ["chart.pdf", "chart", "heading.png", "nothing.png", ".png", "chart.png.exe"])
  func nothing(name: String) async throws {
    #expect(try await file(name, try await tab()).status == 404)
  }

  @Test("A download without its tab, from another browser or under another product is answered with 404")
  func strangers() async throws {
    let tab = try await tab()
    let (_, cookie) = try place.requestGuard.begin()
    let path = "/gallery/anna/-/chart/chart.csv"
    let theirs = String(cookie.text.prefix { $0 != ";" })
    #expect(try await place.get("\(path)?tab=\(tab.id)", cookie: theirs).status == 404)
    #expect(try await place.get(path).status == 404)
    #expect(try await place.get("/yhealth/anna/-/chart/chart.csv?tab=\(tab.id)").status == 404)
  }

  @Test("In Light mode a chart has no downloads, and can be heard")
  func light() async throws {
    let tab = try await tab(at: "/charts/calm")
    for name in ["chart.png", "chart.svg", "chart.csv"] { #expect(try await file(name, tab).status == 404) }
    #expect(try await file("chart.wav", tab).status == 200)
  }

  @Test("A gesture updates the chart and nothing else")
  func gesture() async throws {
    let tab = try await tab()
    let number = await tab.connect(at: await tab.revision)
    _ = await tab.next(on: number)
    await tab.take(
      #"{"n":1,"r":\#(await tab.revision),"do":"act","with":{"id":"chart","action":"zoom","value":[3,0.5]}}"#)
    let told = try Told(await tab.next(on: number))
    #expect(told.changes.count == 1 && told.changes.first?.array?.first?.string == "whole")
    #expect(told.changes.first?.array?.dropFirst().first?.string == "chart")
    #expect(told.changes.first?.array?.last?.string?.contains("data-whole") == false)
  }

  @Test("The gallery is not on the front page, and opens by its address")
  func gallery() async throws {
    #expect(try await !place.get("/").text.contains("gallery"))
    #expect(try await place.get("/gallery").location == "/gallery/me/")
  }
}
