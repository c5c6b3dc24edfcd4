import Catalog
import Covers
import FoundationEssentials
import Interface
import Kernel
import Mode
import Plot
import Testing

@testable import Shell
@testable import Walk

@Suite("Numbers on every screen")
struct NotationTests {
  private static let moment = Moment(Date(timeIntervalSince1970: 1_772_438_400))
  private static let german = RegionalSettings(locale: "de-DE", zone: "Europe/Berlin")

  /// The frames of all places with the data of the demonstration, in Deep mode where there is one.
  private func frames(of product: Product, in region: RegionalSettings) async throws -> [Frame] {
    let person = try await Person.open(product, home: .memory, clock: ManualTime(Self.moment), seed: 1)
    try await product.demonstration?.fill(person.store, region.moment(Self.moment))
    let window = try await Posture.member.window(of: person, at: product.places)
    try await window.perform(.region(region))
    let routes = product.places.flatMap(\.pattern.examples)
    for route in routes {
      guard let deep = Posture.deep(choosingOn: try await window.perform(.open(route))) else { continue }
      for command in deep.commands { try await window.perform(command) }
      break
    }
    await window.surroundings { $0.mode = .deep }
    var frames: [Frame] = []
    for route in routes { frames.append(try await window.perform(.open(route))) }
    await window.close()
    await person.close()
    return frames
  }

  /// Everything that is read or drawn on a screen.
  private func texts(of frame: Frame) -> [String] {
    frame.everything.flatMap { element -> [String] in
      [element.label, element.value, element.hint].compactMap(\.self) + drawn(element)
    }
  }

  private func drawn(_ element: Element) -> [String] {
    guard let spec = element.chart, let chart = try? Chart(spec) else { return [] }
    let view = (element.view ?? ChartView()).viewport(Size(720, 360), dress: .export)
    let svg = chart.scene(in: view).svg(.light)
    let words = svg.split(separator: ">").compactMap { part in
      part.hasSuffix("</text") ? String(part.dropLast(6)) : nil
    }
    let headline = spec.headline.map { [$0.figure, $0.meaning, $0.comparison ?? "", $0.goal ?? ""] } ?? []
    return words + headline + chart.description(in: view) + chart.table(in: view).rows.flatMap { $0.map(\.text) }
  }

  /// A thousands comma, or a decimal point, of English notation. A version such as 0.1.0 is the same in every language.
  private func isEnglish(_ text: String) -> Bool {
    let isGrouped = text.firstMatch(of: /[0-9],[0-9]{3}(?![0-9])/) != nil
    let isDecimal = text.firstMatch(of: /[0-9]\.[0-9]{1,2}(?![0-9])/) != nil
    return (isGrouped || isDecimal) && text.firstMatch(of: /[0-9]\.[0-9]+\.[0-9]/) == nil
  }

  @Test(
    "are written as the reader's locale writes them, in words, charts and tables alike", .timeLimit(.minutes(10)),
    arguments: ["yhealth", "cadence"])
  func german(name: String) async throws {
    let product = try #require(Product.named(name))
    var (found, numbers): ([String], Int) = ([], 0)
    for frame in try await frames(of: product, in: Self.german) {
      let texts = texts(of: frame)
      numbers += texts.count { $0.contains(/[0-9],[0-9]/) }
      found += texts.filter(isEnglish).map { "\(frame.route): \($0)" }
    }
    #expect(found == [], "\(Set(found).sorted().joined(separator: "\n"))")
    #expect(numbers > 20, "the demonstration has numbers with decimals")
  }

  @Test("and days on charts are in the order in which the locale has them")
  func american() async throws {
    let product = try #require(Product.named("yhealth"))
    let region = RegionalSettings(locale: "en-US", zone: "America/New_York")
    let charts = try await frames(of: product, in: region).flatMap(\.everything).filter { $0.chart != nil }
    let words = charts.flatMap { drawn($0) }
    #expect(words.contains { $0.contains(/(Feb|Mar) [0-9]/) })
    #expect(!words.contains { $0.contains(/[0-9] (Feb|Mar|February|March)\b/) })
  }
}
