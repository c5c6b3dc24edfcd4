import Covers
import Foundation
import FoundationXML
import Testing

@testable import Plot

@Suite("A face of a chart")
struct FaceTests {
  @Test("as SVG is well-formed, and contains nothing that a strict content security policy forbids")
  func svg() throws {
    for seed in 0..<Generated.count {
      let chart = try Chart(Generated.spec(seed))
      let scene = chart.scene(in: Generated.viewport(seed))
      let text = scene.svg(seed % 2 == 0 ? .light : .dark, .init(hasMarks: seed % 3 == 0))
      let reader = Elements()
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = reader
      #expect(parser.parse(), "seed \(seed)")
      #expect(reader.names.isDisjoint(with: ["style", "script", "foreignObject", "image", "use", "a"]), "seed \(seed)")
      let attributes = reader.attributes
      #expect(!attributes.contains { $0 == "style" || $0 == "id" || $0.hasPrefix("on") || $0.contains("href") })
      #expect(!text.contains("nan") && !text.contains("inf\""), "seed \(seed)")
      #expect(reader.said.contains(chart.spec.title), "seed \(seed)")
    }
  }

  private final class Elements: NSObject, XMLParserDelegate {
    var names: Set<String> = []
    var attributes: Set<String> = []
    var said = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes given: [String: String]
    ) {
      names.insert(name)
      attributes.formUnion(given.keys)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { said += text }
  }

  @Test("removes control and direction characters from text, and escapes markup")
  func harmless() throws {
    #expect("a\u{202E}b\u{0}c\u{1B}[2Jd\ne".harmless == "abc[2Jd e")
    #expect("خطوات 🏃‍♀️ é".harmless == "خطوات 🏃‍♀️ é")
    let series = Series(id: "\"><script>", name: "</text><script>alert(1)</script>", points: Samples.mood.points)
    let spec = ChartSpec(title: "<script>\u{202E}", kind: .line(Lines(series: [series, Samples.mood])))
    let svg = try Chart(spec).scene().svg(.light, .init(hasMarks: true))
    #expect(!svg.contains("<script") && !svg.contains("\u{202E}"))
  }

  @Test(
    "as CSV contains no formula and is read back",
    arguments: ["=1+1", "+cmd", "-2+3", "@x", "a,b", "say \"hi\"", "two\nlines"])
  func csv(name: String) throws {
    let points = [Point(.label(name), 2), Point(.label("b"), -3), Point(.label("c"), nil)]
    let spec = ChartSpec(title: "A", kind: .bar(Bars(series: [Series(id: "a", name: name, points: points)])))
    let rows = try CSVReader.rows(Chart(spec).csv())
    #expect(rows.count == 4 && rows.allSatisfy { $0.count == 2 })
    #expect(!"=+@-".contains(rows[0][1].first!) && !"=+@-".contains(rows[1][0].first!))
    // A negative number is not a formula.
    #expect(rows[2][1] == "-3" && rows[3][1] == "")
  }

  @Test("for export contains title, series and time", .covers("yh-S04.3.3-AC5", "yh-S04.3.3-B8"))
  func export() throws {
    var spec = Samples.lines
    spec.kind = .line(
      Lines(
        series: ["Fitness", "Nutrition"].map { name in
          Series(id: name, name: name, points: (1...9).map { Point(Samples.day($0), Double($0)) })
        }))
    spec.asOf = Date(timeIntervalSince1970: 1_773_356_400)
    let chart = try Chart(spec)
    let words = chart.scene(in: Viewport(dress: .export)).words
    for said in ["Scores", "Fitness", "Nutrition", "12 March 2026 23:00"] { #expect(words.contains(said)) }
    #expect(
      chart.csv(in: Viewport(dress: .export)).hasPrefix("Date,Fitness,Nutrition\r\n"))
  }

  @Test("as sound is a WAV as long as its notes, with a higher pitch for a larger value and silence in gaps")
  func sound() throws {
    let sound = try Chart(Samples.line).sound()
    #expect(sound.notes.count == 6)
    for (one, two) in zip(sound.notes, sound.notes.dropFirst()) {
      let (left, right) = (Samples.mood.points[one.index].y!, Samples.mood.points[two.index].y!)
      #expect((left < right) == (one.pitch < two.pitch) && one.start < two.start)
    }
    let file = sound.wav
    #expect(Array(file[0..<4]) == Array("RIFF".utf8) && Array(file[8..<16]) == Array("WAVEfmt ".utf8))
    let length = file[40..<44].enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
    #expect(length == file.count - 44 && abs(Double(length) / 44_100 - sound.duration - 0.1) < 0.01)
    // The middle of the gap on the fourth day is silent.
    let note = try #require(sound.notes.first { $0.index == 2 }),
      next = try #require(sound.notes.first { $0.index == 4 })
    let middle = 44 + Int((note.start + note.duration + next.start) / 2 * 22_050) * 2
    #expect(file[(middle - 200)..<(middle + 200)].allSatisfy { $0 == 0 })
  }

  @Test("as a tree of parts contains every point, with at most 31 children for each part")
  func parts() throws {
    let points = (0..<5_000).map { Point(.number(Double($0)), Double($0 % 70)) }
    let spec = ChartSpec(title: "A", kind: .line(Lines(series: [Series(id: "a", name: "A", points: points)])))
    let parts = try Chart(spec).parts()
    func check(_ part: ChartPart) {
      #expect(part.children.count <= 31)
      if !part.children.isEmpty {
        #expect(part.children.first?.points.lowerBound == part.points.lowerBound)
        #expect(part.children.last?.points.upperBound == part.points.upperBound)
      }
      for child in part.children { check(child) }
    }
    for part in parts { check(part) }
    #expect(parts.flatMap(\.leaves).count == 5_000)
    #expect(parts[0].value == "5000 values, least 0, greatest 69")
  }

  @Test(
    "formats numbers and dates for the reader's locale",
    arguments: [
      (Writing.english, "1,234.5", "12 March 2026"), (.american, "1,234.5", "March 12, 2026"),
      (.german, "1.234,5", "12. März 2026"),
    ])
  func writing(writing: Writing, number: String, day: String) {
    #expect(writing.exact(1_234.5) == number)
    #expect(writing.long(Day(2026, 3, 12)!) == day)
  }

  @Test(
    "writes numbers exactly",
    arguments: [
      (0.1 + 0.2, "0.3"), (1e-7, "1e-7"), (-2.5, "−2.5"), (1e300, "1e300"), (0.000_001, "0.000001"),
      (1_000_000, "1,000,000"), (.leastNonzeroMagnitude, "4.941e-324"),
      (123_456_789_012, "123,456,789,012"),
    ])
  func exact(value: Double, text: String) {
    #expect(Writing.english.exact(value) == text)
  }
}
