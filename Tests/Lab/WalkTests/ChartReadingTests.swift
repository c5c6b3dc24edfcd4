import Catalog
import FoundationEssentials
import Interface
import Kernel
import Mode
import Plot
import Testing

@testable import Shell
@testable import Walk

@Suite("Every chart of the products that draw some")
struct ChartReadingTests {
  private static let moment = Moment(Date(timeIntervalSince1970: 1_772_438_400))

  /// The frames of all places, and of the rows' and links' destinations on them, with the data of the demonstration.
  private func frames(of product: Product, in mode: Mode) async throws -> [Frame] {
    let person = try await Person.open(product, home: .memory, clock: ManualTime(Self.moment), seed: 1)
    try await product.demonstration?.fill(person.store, Self.moment)
    let window = try await Posture.member.window(of: person, at: product.places)
    await window.surroundings { $0.mode = mode }
    var frames: [Frame] = []
    for route in product.places.flatMap(\.pattern.examples) { frames.append(try await window.perform(.open(route))) }
    let known = Set(frames.map(\.route))
    let destinations = frames.flatMap { $0.nodes.flatMap(\.all) }.compactMap(\.destination).filter {
      !known.contains($0)
    }
    for route in Set(destinations).sorted(by: { $0.text < $1.text }).prefix(60) {
      if let frame = try? await window.perform(.open(route)) { frames.append(frame) }
    }
    await window.close()
    await person.close()
    return frames
  }

  @Test(
    "can be heard, and has its values as a table and as parts", .timeLimit(.minutes(10)),
    arguments: ["yhealth", "cadence", "dailypa"], [Mode.deep, .light])
  func told(name: String, mode: Mode) async throws {
    let product = try #require(Product.named(name))
    var seen = 0
    for frame in try await frames(of: product, in: mode) {
      let all = frame.nodes.flatMap(\.all)
      for element in all {
        guard let spec = element.chart, let chart = try? Chart(spec) else { continue }
        let place = "\(frame.route): \(element.id)"
        let values = chart.parts().flatMap(\.values)
        guard !values.isEmpty else { continue }
        seen += 1
        #expect(!chart.sound().notes.isEmpty && !chart.table().rows.isEmpty, "\(place)")
        // A single value is told by the sentence, and a sparkline is part of a tile that leads to the whole course.
        if values.count == 1 || spec.kind.name == "sparkline" { continue }
        let list = element.children.first { $0.role == .list && $0.label == "Values" }
        let leads = element.children.contains { $0.destination != nil }
        // In Light mode the charts of yHealth are pictures; the page has the table.
        let isPicture = element.view.map { !$0.isDeep } ?? false
        #expect(list?.children.isEmpty == false || leads || isPicture, "\(place) has no parts")
        for row in list?.children ?? [] { #expect(row.value?.isEmpty == false, "\(place): \(row.label)") }
      }
    }
    #expect(seen > 0, "\(name) shows no chart")
  }
}

extension ChartPart {
  /// Its single values.
  fileprivate var values: [ChartPart] { sort == .value ? [self] : children.flatMap(\.values) }
}
