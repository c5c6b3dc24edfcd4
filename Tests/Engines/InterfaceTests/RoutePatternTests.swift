import Testing

@testable import Interface

@Suite("A route pattern")
struct RoutePatternTests {
  let chart = RoutePattern(
    [.word("pillars"), .one(name: "pillar", of: ["fitness", "nutrition"]), .word("chart")],
    parameters: ["range": .one(name: "range", of: ["7", "30", "90"]), "of": .id(name: "of")])
  let message = RoutePattern([.word("messages"), .id(name: "thread")])
  let record = "018f3b1c-0000-7000-8000-0123456789ab"

  @Test(
    "matches the routes of its form",
    arguments: [
      "/pillars/fitness/chart", "/pillars/nutrition/chart?range=30",
      "/pillars/fitness/chart?of=018f3b1c-0000-7000-8000-0123456789ab&range=7",
    ])
  func matching(text: String) throws {
    #expect(chart.matches(try #require(Route(text))))
  }

  @Test(
    "matches no other route",
    arguments: [
      "/", "/pillars", "/pillars/fitness", "/pillars/fitness/chart/more", "/pillars/sleep/chart",
      "/Pillars/fitness/chart",
      "/pillars/fitness/chart?range=31", "/pillars/fitness/chart?range=", "/pillars/fitness/chart?other=7",
      "/pillars/fitness/chart?range=7&note=I%20feel%20low", "/pillars/fitness/chart?of=me@example.org",
    ])
  func others(text: String) throws {
    #expect(!chart.matches(try #require(Route(text))))
  }

  @Test(
    "matches a UUID in the place of an identifier, and no other text",
    arguments: [
      ("018f3b1c-0000-7000-8000-0123456789ab", true), ("018F3B1C-0000-7000-8000-0123456789AB", true), ("1", false),
      ("anna", false), ("018f3b1c00007000800000123456789ab", false), ("018f3b1c-0000-7000-8000-0123456789abc", false),
      ("018f3b1c-0000-7000-8000-0123456789ag", false), ("{018f3b1c-0000-7000-8000-0123456789a}", false),
    ])
  func identifiers(text: String, isTaken: Bool) {
    #expect(message.matches(Route(["messages", text])) == isTaken)
  }

  @Test("returns the value of each of its names in a route")
  func values() throws {
    let route = try #require(Route("/pillars/nutrition/chart?range=90"))
    #expect(chart.value("pillar", in: route) == "nutrition")
    #expect(chart.value("range", in: route) == "90")
    #expect(chart.value("of", in: route) == nil)
    #expect(message.value("thread", in: Route(["messages", record])) == record)
  }

  @Test("has every route that does not depend on a record as an example")
  func examples() {
    #expect(chart.examples.map(\.text) == ["/pillars/fitness/chart", "/pillars/nutrition/chart"])
    #expect(message.examples.isEmpty)
    #expect(RoutePattern("/").examples == [Route([])])
    #expect(chart.examples.allSatisfy(chart.matches))
  }

  @Test("has a text that shows the permitted values of each part")
  func text() {
    #expect(chart.text == "/pillars/{pillar:fitness|nutrition}/chart?of:id&range:7|30|90")
    #expect(message.text == "/messages/{thread:id}")
    #expect(RoutePattern("/insights").text == "/insights")
  }
}
