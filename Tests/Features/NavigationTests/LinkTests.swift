import Covers
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("A link")
struct LinkTests {
  let lost = "Content unavailable. Showing your dashboard."

  /// Follows a link, and answers the verification like a shell that knows the test signature.
  func follow(_ text: String, in walk: inout Walk, at now: Moment = Walk.noon) {
    walk.does(.follow(text), at: now)
    for case .run(.verify(let link), _) in walk.steps {
      let isGenuine = link.signature == Link.testSignature(link.signedText)
      walk.does(.checked(link, isGenuine: isGenuine), at: now)
    }
  }

  @Test(
    "survives a round trip through text",
    arguments: ["/", "/insights", "/pillars/fitness?range=30", "/a%20b?c=%26&z=1"])
  func roundTrip(route: String) {
    let link = Link.test(route)
    #expect(Link(link.text) == link)
    #expect(Link(link.text)?.route == Route(route))
  }

  @Test(
    "is verified first, then opens its route from anywhere", .covers("yh-S04.2.2-B15"))
  func leads() {
    var walk = Walk()
    walk.opens("/profile", "/notifications")
    let link = Link.test("/pillars/fitness?range=30")
    walk.does(.follow(link.text))
    #expect(walk.steps == [.run(.verify(link), .latest("link"))] && walk.route == "/notifications")
    walk.does(.checked(link, isGenuine: true))
    #expect(walk.route == "/pillars/fitness?range=30" && walk.toasts.isEmpty)
  }

  @Test(
    "that is expired, malformed, wrongly signed, or for another product or an unknown place opens home with a toast",
    .covers("yh-S04.2.2-B8", "yh-S04.2.2-L2"),
    arguments: [
      Link.test("/insights", until: Walk.noon.date).text, Link.test("/insights", until: Walk.noon.date - 1).text,
      Link.test("/insights", product: "other").text, Link.test("/nowhere").text, Link.test("/insights?unknown=1").text,
      Link.test("/pillars/fitness?range=8").text, Link.test("/").text, "", "troupe://", "troupe:///insights",
      "insights",
      "https://health/insights?expires=1900000000&signature=x", "troupe://health/insights",
      "troupe://health/insights?expires=1900000000", "troupe://health/insights?signature=x",
      "troupe://health/insights?expires=soon&signature=x",
      "troupe://health/insights?expires=1900000000&signature=wrong",
      "troupe://health/../insights?expires=1900000000&signature=x",
      "troupe://health/insights?expires=99999999999999999999&signature=x",
      "troupe://health/insights?expires=1900000000&signature=" + String(repeating: "x", count: 2000),
    ])
  func invalid(text: String) {
    var walk = Walk()
    walk.opens("/profile", "/notifications")
    follow(text, in: &walk)
    #expect(walk.route == "/dashboard" && walk.state.isAtRoot)
    #expect(walk.toasts == [lost])
    #expect(!walk.toasts.contains { $0.contains("insights") })
  }

  @Test("with any byte changed, missing or doubled opens home", .covers("yh-S04.2.2-L2"))
  func tampered() {
    let bytes = Array(Link.test("/pillars/fitness?range=30").text.utf8)
    for index in bytes.indices {
      for replacement in [
        UInt8(ascii: "0"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "/"), bytes[index] ^ 1,
        bytes[index] ^ 0x20,
      ] where replacement != bytes[index] {
        var other = bytes
        other[index] = replacement
        var walk = Walk()
        follow(String(decoding: other, as: UTF8.self), in: &walk)
        #expect(
          walk.route == "/dashboard" && walk.toasts == [lost],
          "a link with byte \(index) replaced by \(replacement) is accepted")
      }
      for changed in [bytes[..<index] + bytes[(index + 1)...], bytes[..<index] + [bytes[index]] + bytes[index...]] {
        var walk = Walk()
        follow(String(decoding: changed, as: UTF8.self), in: &walk)
        #expect(
          walk.route == "/dashboard" && walk.toasts == [lost],
          "a link with byte \(index) missing or doubled is accepted")
      }
    }
  }

  @Test(
    "has exactly one spelling",
    arguments: [
      "troupe://health//insights?expires=1900000000&signature=s",
      "troupe://health/%69nsights?expires=1900000000&signature=s",
      "troupe://health/insights?signature=s&expires=1900000000",
      "troupe://health/insights?expires=%2B1900000000&signature=s",
      "troupe://health/insights?expires=01900000000&signature=s",
      "troupe://health/insights?&expires=1900000000&signature=s",
      "TROUPE://health/insights?expires=1900000000&signature=s",
      "troupe://health/insights?expires=1900000000&signature=s&",
    ])
  func spelling(text: String) {
    #expect(Link("troupe://health/insights?expires=1900000000&signature=s") != nil)
    #expect(Link(text) == nil)
  }

  @Test(
    "cannot carry text written by the user", .covers("yh-S04.2.2-L8"),
    arguments: [
      "/insights?note=low%20mood", "/insights/anna", "/notifications?from=anna%40example.org",
      "/search?query=depression",
      "/pillars/my-weight",
    ])
  func privateWords(route: String) {
    var walk = Walk()
    follow(Link.test(route).text, in: &walk)
    #expect(walk.toasts == [lost])
  }

  @Test("that expires during verification opens home")
  func late() {
    var walk = Walk()
    let link = Link.test("/insights")
    walk.does(.follow(link.text))
    walk.does(.checked(link, isGenuine: true), at: walk.later(61))
    #expect(walk.toasts == [lost])
  }

  @Test("replaces an open prompt")
  func prompt() {
    var walk = Walk()
    walk.opens("/insights/weekly")
    follow(Link.test("/profile").text, in: &walk)
    #expect(walk.state.prompt == nil && walk.route == "/profile")
  }

  @Test("to a Premium place shows the upgrade prompt and stays")
  func premium() {
    var walk = Walk()
    walk.opens("/profile")
    follow(Link.test("/insights/weekly").text, in: &walk)
    #expect(walk.node("prompt.words")?.label == "This feature requires Premium. Upgrade to access.")
    #expect(walk.route == "/profile" && walk.toasts.isEmpty)
  }

  @Test("to a place that needs an account or the server says what is missing")
  func held() {
    var walk = Walk()
    follow(Link.test("/profile/account").text, in: &walk)
    #expect(walk.node("prompt.words")?.label == "Sign in to open Account.")
    follow(Link.test("/insights/live").text, in: &walk)
    #expect(walk.toasts == ["Live Insights needs a connection. Connect and try again."])
  }

  @Test("that is invalid also cancels the verification of an older one")
  func newer() {
    var walk = Walk()
    walk.does(.follow(Link.test("/insights").text), .follow("nonsense"))
    #expect(walk.steps.contains(.stop(.latest("link"))))
  }
}

extension Walk {
  func later(_ seconds: Int) -> Moment { Walk.noon.advanced(by: .seconds(seconds)) }
}
