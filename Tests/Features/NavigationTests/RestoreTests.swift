import Connectivity
import Covers
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Navigation

@Suite("Stored state")
struct RestoreTests {
  func restored(_ bytes: Data?, allowance: Allowance = Allowance()) -> Walk {
    var walk = Walk(allowance: allowance)
    walk.does(.restored(bytes))
    return walk
  }

  @Test("restores the screens and scroll positions of every tab", .covers("yh-S04.2.2-B11"))
  func back() {
    var before = Walk()
    before.opens("/insights", Sites.insight.text)
    before.does(.scrolled(88.5), .select("profile"), .select("insights"))
    let after = restored(before.state.keptBytes)
    #expect(after.stack == before.stack && after.state.visit.scroll == 88.5 && after.state.tab == "insights")
    #expect(after.state.stacks == before.state.stacks)
    #expect(after.kept.isEmpty, "the restored state is not written again")
  }

  @Test("that is missing or empty opens home", .covers("yh-S04.2.1-E1"))
  func none() {
    let nowhere = restored(nil).state
    #expect(nowhere.isRestored && nowhere.stacks.isEmpty && nowhere.route == Sites.health.home.root)
    #expect(restored(Data()).route == "/dashboard")
  }

  @Test("is restored without the places that are locked now")
  func closed() {
    var before = Walk(allowance: Sites.everything)
    before.opens("/insights", "/insights/weekly", "/insights/live", "/profile", "/profile/account")
    let after = restored(before.state.keptBytes)
    #expect(after.stack == ["/profile"])
    #expect(restored(before.state.keptBytes, allowance: Sites.everything).route == "/profile/account")
  }

  @Test("opens what needs an account or an upgrade once it is known that the person has them")
  func known() {
    var before = Walk(allowance: Sites.everything)
    before.opens("/insights", "/insights/weekly", "/profile", "/profile/account")
    let bytes = before.state.keptBytes
    var after = restored(bytes)
    // The person's features are still loading.
    after.does(.surroundingsChanged(Allowance(connectivity: .online)))
    #expect(after.route == "/profile")
    after.does(.surroundingsKnown(Sites.everything))
    #expect(after.route == "/profile/account" && after.state.stacks == before.state.stacks)
    after.expectLegal()
    // Afterwards a place that opens does not take the person away from where they are.
    var without = restored(bytes)
    without.does(.surroundingsKnown(Allowance()), .surroundingsChanged(Sites.everything))
    #expect(without.route == "/profile")
    without.does(.surroundingsKnown(Sites.everything))
    #expect(without.route == "/profile")
  }

  @Test("does not take a person away who has moved before it was known what they may open")
  func moved() {
    var before = Walk(allowance: Sites.everything)
    before.opens("/profile", "/profile/account")
    var after = restored(before.state.keptBytes)
    after.does(.select("insights"), .surroundingsKnown(Sites.everything))
    #expect(after.stack == ["/insights"])
  }

  @Test("opens home when it consists of random bytes", .covers("yh-S04.2.1-E1"), arguments: 0..<4 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = Seeded(seed)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let walk = restored(Data(bytes), allowance: Walk.randomAllowance(&random))
      walk.expectLegal()
      #expect(walk.route == "/dashboard" && walk.state.isRestored, "\(bytes)")
    }
  }

  @Test("gives a legal screen when its bytes are damaged", arguments: 0..<4 as Range<UInt64>)
  func mutated(seed: UInt64) {
    var random = Seeded(seed)
    var walk = Walk(allowance: Sites.everything)
    for _ in 0..<500 {
      walk.does(Walk.randomAction(&random))
      var bytes = Array(walk.state.keptBytes)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(bytes.randomElement(using: &random)!, at: at)
        default: bytes.swapAt(at, Int.random(in: 0..<bytes.count, using: &random))
        }
        if bytes.isEmpty { break }
      }
      var walk = restored(Data(bytes), allowance: Walk.randomAllowance(&random))
      walk.expectLegal()
      walk.does(.surroundingsKnown(Walk.randomAllowance(&random)))
      walk.expectLegal(offlineToo: true)
    }
  }

  static func json(tab: String = "insights", _ visits: String, version: String = "1") -> String {
    #"{"version":\#(version),"tab":"\#(tab)","stacks":{"insights":[\#(visits)]}}"#
  }

  static func visit(_ route: String, scroll: String = "0") -> String { #"{"route":"\#(route)","scroll":\#(scroll)}"# }

  @Test(
    "gives a legal screen when it is malicious",
    arguments: [
      json(visit("/nowhere")), json(visit("/insights/weekly")), json(visit("/profile/account")),
      json(visit("/insights/live")),
      json(visit("/..")), json(visit("/profile")), json(visit("/insights"), version: "2"),
      json(visit("/insights"), version: "1.5"),
      json(tab: "nowhere", visit("/insights")), json(tab: "", ""), json(""), json(visit("/insights", scroll: "1e999")),
      json(visit("/insights", scroll: "-5")), json(visit("/insights", scroll: "NaN")),
      json(visit("/insights", scroll: "\"7\"")),
      json(Array(repeating: visit("/insights"), count: 1000).joined(separator: ",")),
      json(Array(repeating: visit("/insights"), count: 10_000).joined(separator: ",")),
      json(Array(repeating: visit("/insights/weekly"), count: 10).joined(separator: ",")),
      String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 10_000), "null", "[]", "1", "\"\"",
      "{}",
      #"{"version":1,"tab":"insights","stacks":{"nowhere":[{"route":"/insights","scroll":0}]}}"#,
      #"{"version":1,"tab":"insights","tab":"profile","stacks":{}}"#, "\u{FEFF}{}",
      String(repeating: " ", count: 1 << 20),
    ])
  func hostile(text: String) {
    restored(Data(text.utf8)).expectLegal()
    restored(Data(text.utf8), allowance: Sites.everything).expectLegal()
  }

  @Test("restores at most ten screens per tab")
  func bounded() {
    let ids = (100..<150).map { RestoreTests.visit("/insights/018f3b1c-0000-7000-8000-012345678\($0)") }
    let walk = restored(Data(RestoreTests.json(ids.joined(separator: ",")).utf8))
    #expect(walk.stack.count == 10 && walk.route.hasSuffix("149"))
  }

  @Test("from a product with other tabs opens home")
  func otherProduct() {
    var other = Walk(Sites.sober)
    other.opens("/messages")
    #expect(restored(other.state.keptBytes).route == "/dashboard")
  }
}
