import FoundationEssentials
import Interface
import JSON
import Plot
import SchemaCheck
import Testing

@Suite("Interactive charts as nodes") struct ChartingTests {
  private enum Done: Sendable, Equatable {
    case held(ChartReach), zoomed(Double, Double), panned(Double), cleared
  }

  private func node(looking: Bool = true) -> Node<Done> {
    .chart(
      Specimens.chart, in: ChartView(), says: "Up.",
      gestures: ChartGestures(
        hold: { .held($0) }, clear: .cleared,
        looking: looking ? .init(zoom: { .zoomed($0, $1) }, pan: { .panned($0) }) : nil))
  }

  private func done(_ verb: Verb, _ entry: Entry) -> Done? { node().offer(verb)?.action(entry) }

  @Test("Gestures accept fractions of the picture, and words for steps")
  func gestures() {
    #expect(done(.hold, .number(0.25)) == .held(.at(x: 0.25, y: nil)))
    #expect(done(.hold, .pair(0.25, 1)) == .held(.at(x: 0.25, y: 1)))
    #expect(done(.hold, .text("next")) == .held(.step(.next)))
    #expect(done(.zoom, .number(2)) == .zoomed(2, 0.5))
    #expect(done(.zoom, .pair(0.5, 0.1)) == .zoomed(0.5, 0.1))
    #expect(done(.pan, .number(-0.5)) == .panned(-0.5))
    #expect(done(.dismiss, .none) == .cleared)
    #expect(node(looking: false).offers.map(\.verb) == [.hold, .dismiss])
  }

  @Test(
    "An invalid fraction, factor or word is ignored",
    arguments: [
      (Verb.hold, Entry.number(1.1)), (.hold, .number(.nan)), (.hold, .pair(0.5, -0.1)), (.hold, .text("Next")),
      (.hold, .flag(true)), (.hold, .none), (.zoom, .number(0)), (.zoom, .pair(2, 1.5)), (.zoom, .number(.infinity)),
      (.zoom, .text("2")), (.pan, .number(.nan)), (.pan, .number(11)), (.pan, .pair(0, 0)),
    ])
  func refused(verb: Verb, entry: Entry) { #expect(done(verb, entry) == nil) }

  static let views = [
    ChartView(), ChartView { $0.period = .days(30) },
    ChartView { view in
      view.period = .custom(from: Day(2026, 1, 2)!, to: Day(2026, 3, 4)!)
      view.window = ChartWindow(3, 9.5)
      view.hidden = ["b", "a"]
      view.isDeep = false
      view.held = .init("a", 3)
      view.scheme = .dark
      view.textSize = 150
      view.skeleton = "line"
    },
  ]

  @Test("A chart's view survives a round trip through JSON, and the schema accepts it", arguments: views)
  func coding(view: ChartView) throws {
    let element = Node<Done>.chart(Specimens.chart, in: view, says: "Up.").element
    #expect(try JSONDecoder().decode(Element.self, from: JSONEncoder().encode(element)) == element)
    #expect(SchemaCheck(Schema.frame).faults(of: try JSON(encoding: element), as: "node") == [])
  }

  @Test("Another view of the same chart is an update of one node")
  func difference() {
    let one = Node<Done>.chart(Specimens.chart, id: "c", in: ChartView(), says: "Up.").element
    var other = one
    other.view?.window = ChartWindow(1, 2)
    let root = { (element: Element) in Element(id: "root", role: .group, children: [element]) }
    #expect(root(other).differences(from: root(one)) == [.update(other)])
  }

  @Test("Mapping a node's actions keeps its view")
  func mapped() { #expect(node().map { _ in 1 }.view == ChartView()) }
}
