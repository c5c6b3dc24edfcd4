import Audit
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import OwnMeasures

@Suite("Screens of own measures") struct OwnScreenTests {
  private func findings(_ bench: OwnBench, _ routes: [Route]) -> [Finding] {
    routes.flatMap { route in
      [Mode.light, .deep].flatMap { Audit.findings(of: bench.screen(route, mode: $0), theme: .plain) }
    }
  }

  @Test("every place has a route of its own, and every form is found by its route")
  func places() {
    let places = OwnMeasuresPlaces.all + [OwnMeasuresPlaces.chartPlace]
    let id = UUID()
    let routes = [
      OwnMeasuresPlaces.home, OwnMeasuresPlaces.new, OwnMeasuresPlaces.edit(id), OwnMeasuresPlaces.log(id),
      OwnMeasuresPlaces.reading(id), OwnMeasuresPlaces.measure(id), OwnMeasuresPlaces.chart(id),
    ]
    for (place, route) in zip(places, routes) {
      #expect(places.filter { $0.pattern.matches(route) } == [place])
      #expect(Route(route.text) == route)
    }
    for name in [OwnFormName.measure(nil), .measure(id), .entry(of: id), .reading(id)] {
      #expect(OwnFormName(name.route) == name && OwnFormName(columns: name.columns) == name)
    }
    for rubbish in [["form": "entry"], ["form": "odd", "of": "x"], [:], ["form": "measure", "of": "x"]] {
      #expect(OwnFormName(columns: rubbish) == nil)
    }
    for route in [OwnMeasuresPlaces.edit, OwnMeasuresPlaces.log, Route(["measures", "log"], ["id": "x"])] {
      #expect(OwnFormName(route) == nil)
    }
  }

  @Test("every screen in every state passes the audit")
  func audit() async throws {
    let bench = try await OwnBench()
    var routes = [OwnMeasuresPlaces.home, OwnMeasuresPlaces.new, OwnMeasuresPlaces.measure(UUID())]
    #expect(findings(bench, routes) == [])
    var names: [OwnFormName] = [.measure(nil)]
    for (name, kind) in [("Headache", OwnMeasure.Kind.scale), ("כאב", .medicine), ("Cuff", .pressure), ("x", .number)] {
      let id = try await bench.define(name, kind)
      names += [.entry(of: id), .measure(id)]
      routes += [OwnMeasuresPlaces.measure(id)]
      for _ in 0..<2 { await bench.do(.quick(.entry(of: id), [.value: "90", .second: "60", .taken: "yes"])) }
      await bench.do(.left(OwnMeasuresPlaces.log(id)))
      for _ in 0..<2 {
        await bench.do(.quick(.entry(of: id), [.value: "9", .note: "n\nn"]))
        await bench.do(.left(OwnMeasuresPlaces.log(id)))
      }
    }
    let reading = OwnFormName.reading(try #require(bench.latest).id.uuid)
    names += [reading, .reading(UUID())]
    for name in names {
      await bench.open(name)
      #expect(findings(bench, [name.route]) == [], "\(name)")
      await bench.fill(name, [.name: "", .value: "z", .second: "z", .date: "z"])
      await bench.do(.form(.save(name)))
      #expect(findings(bench, [name.route]) == [], "\(name)")
      await bench.do(.form(.ask(.discard(name))))
      #expect(findings(bench, [name.route]) == [], "\(name)")
      await bench.do(.form(.discard(name)))
    }
    await bench.do(.archive(ID(bench.state.measures[0].id), true))
    #expect(findings(bench, routes + [OwnMeasuresPlaces.home]) == [])
    // Measures that are deleted elsewhere, with input in their forms.
    for name in names { await bench.fill(name, [.name: "new", .value: "5"]) }
    for kept in bench.state.measures { try await bench.removeElsewhere(kept.id) }
    #expect(findings(bench, routes + names.map(\.route)) == [])
  }

  @Test("the parts of the log sheet and the history pass the audit")
  func parts() async throws {
    let bench = try await OwnBench()
    let id = try await bench.define("Headache")
    for value in ["3", "3", "4"] {
      if value == "4" { await bench.advance(.seconds(60)) }
      await bench.do(.quick(.entry(of: id), [.value: value]))
      await bench.do(.left(OwnMeasuresPlaces.log(id)))
    }
    let surroundings = Surroundings(now: bench.clock.now)
    let rows = bench.state.history(in: surroundings).map(\.node)
    #expect(rows.map(\.label) == ["Headache", "Headache", "Headache"])
    #expect(rows.compactMap(\.value) == ["4 of 10", "3 of 10", "3 of 10, number 2"])
    let screen = Screen<OwnMeasuresWindowAction>(
      Route(["x"]), title: "Log",
      nodes: [.heading("Log", level: 1)] + bench.state.logNodes(in: surroundings) + [.list("Today", rows)])
    #expect(Audit.findings(of: screen, theme: .plain) == [])
  }

  @Test("a record of another program without a value, or with bounds in the wrong order, is shown and can be edited")
  func odd() async throws {
    let bench = try await OwnBench()
    let now = bench.clock.now.date
    let measure = OwnMeasure(
      id: ID(UUID()), name: "Odd", kind: .number, least: 9, most: 1, createdAt: now)
    try await bench.take([OwnReading(id: ID(UUID()), measure: measure.id.uuid, measuredAt: now)], [measure])
    #expect(bench.sees("No value", at: OwnMeasuresPlaces.measure(measure.id.uuid)))
    let edit = OwnFormName.reading(try #require(bench.latest).id.uuid)
    await bench.log(edit, [.value: "5"])
    #expect(bench.latest?.value == 5)
    // An entry whose measure is not there is in no list, and comes back with it.
    try await bench.take([OwnReading(id: ID(UUID()), measure: UUID(), value: 1, measuredAt: now)], [], rev: "2")
    #expect(bench.state.history(in: Surroundings(now: bench.clock.now)).count == 1)
  }
}
