import JSON
import Kernel
import Testing

@testable import Interface

@Suite("A route")
struct RouteTests {
  @Test(
    "survives a round trip through text and JSON, whatever characters it contains", arguments: 0..<10 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = Seeded(seed)
    for _ in 0..<300 {
      let route = RouteTests.random(&random)
      try #require(route.text.utf8.count <= Route.longest)
      #expect(Route(route.text) == route)
      #expect(Route(route.text)?.text == route.text)
      #expect(try JSON.roundTrip([route]) == [route])
    }
  }

  @Test(
    "parsed from random text is within the length limit, has a safe path and survives a round trip",
    arguments: 0..<10 as Range<UInt64>)
  func rubbish(seed: UInt64) {
    var random = Seeded(seed)
    let letters = Array("/%?&=..+ aZ09é\u{0}\u{7F}%2F%2e%00😀")
    for _ in 0..<300 {
      let length = Int.random(in: 0...Int.random(in: 0...600, using: &random), using: &random)
      let text = String((0..<length).map { _ in letters.randomElement(using: &random)! })
      guard let route = Route(text) else { continue }
      #expect(route.text.utf8.count <= Route.longest)
      #expect(Route(route.text) == route)
      #expect(!route.path.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("/") })
    }
  }

  @Test(
    "has one canonical form",
    arguments: [
      ("/insights", "/insights"), ("insights", "/insights"), ("//insights///", "/insights"), ("", "/"), ("/", "/"),
      ("/a?z=1&b=2", "/a?b=2&z=1"), ("/a?", "/a"), ("/a?b", "/a?b="), ("/%61", "/a"), ("/%c3%a9", "/%C3%A9"),
      ("/a b", "/a%20b"), ("/a?b=c=d", "/a?b=c%3Dd"), ("/a?&&b=1&", "/a?b=1"), ("/~a-b_c.d", "/~a-b_c.d"),
    ])
  func canonical(given: String, written: String) {
    #expect(Route(given)?.text == written)
  }

  @Test(
    "with a dot segment or an escaped slash is refused, in any spelling",
    arguments: [
      "/..", "/a/../b", "/.", "/./a", "/%2e%2e", "/%2E.", "/a/%2e%2e/b", "/a%2Fb", "/..%2F..%2Fetc", "/%2F",
    ])
  func climbing(text: String) {
    #expect(Route(text) == nil)
  }

  @Test(
    "with a broken escape, invalid UTF-8 or a control character is refused",
    arguments: [
      "/%", "/%2", "/%zz", "/%G0", "/a?b=%", "/a?%=b", "/%FF", "/%C3", "/%C0%AF", "/%ED%A0%80", "/%00", "/a%0Ab",
      "/\u{1B}",
      "/a?b=%7F", "/%C2%80",
    ])
  func broken(text: String) {
    #expect(Route(text) == nil)
  }

  @Test(
    "with a repeated parameter, or one without a name, is refused",
    arguments: [
      "/a?b=1&b=2", "/a?b=1&b=1", "/a?b=1&%62=1", "/a?b&b", "/a?=1", "/a?=",
    ])
  func duplicates(text: String) {
    #expect(Route(text) == nil)
  }

  @Test("has at most 512 bytes, both as given and in its canonical form")
  func length() throws {
    let longest = "/" + String(repeating: "a", count: Route.longest - 1)
    #expect(Route(longest)?.text == longest)
    #expect(Route(longest + "a") == nil)
    #expect(Route(String(repeating: "/", count: 10_000_000)) == nil)
    let grows = "/" + String(repeating: "é", count: 200)
    #expect(grows.utf8.count < Route.longest)
    #expect(Route(grows) == nil, "percent-encoded, it exceeds the longest route")
    #expect(Route("/" + String(repeating: "é", count: 80)) != nil)
  }

  @Test("is a string in JSON, and other JSON is refused", arguments: ["\"/..\"", "1", "null", "{}", "[\"a\"]"])
  func coding(json: String) throws {
    #expect(try JSON.text(Route(["a"], ["b": "c"])) == "\"/a?b=c\"")
    #expect(throws: DecodingError.self) { try JSON.read(Route.self, from: json) }
  }

  static func random(_ random: inout Seeded) -> Route {
    let letters = Array("abcXYZ019-_.~ %?&=#+é語😀e\u{301}\u{202E}\"'<>\\")
    func word(_ count: ClosedRange<Int>, using random: inout Seeded) -> String {
      String((0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random)! })
    }
    let path = (0..<Int.random(in: 0...4, using: &random)).map { _ in word(1...6, using: &random) }
    var parameters: [String: String] = [:]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      parameters[word(1...4, using: &random)] = word(0...6, using: &random)
    }
    return Route(path.filter { $0 != "." && $0 != ".." }, parameters)
  }
}
