import Covers
import Foundation
import Testing

@testable import Plot

@Suite("Parity of the faces of a chart")
struct ParityTests {
  /// Values by series and index, gaps left out.
  private typealias Values = Set<String>

  private func key(_ series: String, _ index: Int, _ value: Double) -> String { "\(series) \(index) \(value)" }

  @Test("scene, SVG, table, CSV, parts and sound contain the same values", arguments: [0, 1, 2, 3])
  func parity(quarter: Int) throws {
    for seed in 0..<Generated.count where seed % 4 == quarter {
      let chart = try Chart(Generated.spec(seed))
      // Large, and with the whole of a sparkline, so that no values are merged.
      let view = Viewport(Size(5_000, 900))
      let shown = VisiblePart(chart, view)
      var wanted: Values = []
      var numbers: [Double] = []
      for part in shown.parts {
        for index in part.range where !part.track.ys[index].isNaN {
          wanted.insert(key(part.track.id, index, part.track.ys[index]))
          numbers.append(part.track.ys[index])
        }
      }
      let scene = chart.scene(in: view)
      let marks = Set(scene.marks.compactMap { mark in mark.value.map { key(mark.series, mark.index, $0) } })
      #expect(marks == wanted, "scene, seed \(seed)")

      let svg = scene.svg(.light, .init(hasMarks: true))
      let written = svg.matches(of: /data-value="([^"]*)"/).compactMap { Double($0.1) }
      #expect(written.sorted() == numbers.sorted(), "SVG, seed \(seed)")

      let table = chart.table(in: view)
      #expect(table.rows.flatMap(\.self).compactMap(\.value).sorted() == numbers.sorted(), "table, seed \(seed)")
      #expect(table.rows.allSatisfy { $0.count == table.columns.count }, "table, seed \(seed)")

      let csv = try CSVReader.rows(chart.csv(in: view))
      let cells = csv.dropFirst().map { $0.dropFirst(table.columns.first == "Series" ? 2 : 1) }
      let read = zip(cells, table.rows).flatMap { line, row in
        zip(line, row.suffix(line.count)).compactMap { $1.value == nil ? nil : Double($0) }
      }
      #expect(read.sorted() == numbers.sorted(), "CSV, seed \(seed)")

      let leaves = chart.parts(in: view, most: 31).flatMap(\.leaves)
      let walked = leaves.compactMap { leaf in
        shown.parts.first { $0.track.id == leaf.series }.flatMap { part in
          let value = part.track.ys[leaf.points.lowerBound]
          return value.isNaN ? nil : key(leaf.series, leaf.points.lowerBound, value)
        }
      }
      #expect(Set(walked) == wanted && walked.count == wanted.count, "parts, seed \(seed)")
      for leaf in leaves { #expect(!leaf.label.isEmpty && !leaf.value.isEmpty, "parts, seed \(seed)") }

      let heard = chart.sound(in: view).notes.compactMap { note in
        shown.parts.first { $0.track.id == note.series }.map { key(note.series, note.index, $0.track.ys[note.index]) }
      }
      #expect(Set(heard) == wanted, "sound, seed \(seed)")
    }
  }

  @Test("every face reports an anomaly")
  func anomalies() throws {
    let chart = try Chart(Samples.spike)
    let scene = chart.scene()
    #expect(scene.marks.filter { $0.anomaly != nil }.map(\.place) == ["15 March 2026"])
    #expect(scene.shapes.contains { $0.role == .anomaly })
    #expect(scene.svg(.light, .init(hasMarks: true)).contains("data-unusual=\"true\""))
    #expect(chart.sound().notes.count { $0.isUnusual } == 1)
    #expect(chart.parts().flatMap(\.leaves).count { $0.isUnusual } == 1)
    #expect(chart.description().contains { $0.contains("1 unusual value: high, 90 on 15 March 2026") })
    #expect(chart.csv().contains("2026-03-15,90,Unusually high value."))
  }

  @Test("scene, table and sound apply the window and the legend")
  func narrowed() throws {
    let chart = try Chart(Generated.spec(0))
    let first = try #require(chart.series.first?.id)
    let bounds = try #require(chart.bounds)
    let view = Viewport(
      Size(1_600, 900), window: ChartWindow(bounds.from, bounds.from + bounds.length / 2),
      hidden: Set(chart.series.dropFirst().map(\.id)))
    let scene = chart.scene(in: view)
    let count = VisiblePart(chart, view).known
    #expect(scene.marks.count == count && Set(scene.marks.map(\.series)) == [first])
    #expect(chart.table(in: view).rows.flatMap(\.self).count { $0.value != nil } == count)
    #expect(chart.sound(in: view).notes.count == count)
  }
}

extension ChartPart {
  var leaves: [ChartPart] { children.isEmpty ? (sort == .value ? [self] : []) : children.flatMap(\.leaves) }
}

/// A strict reader of CSV as in RFC 4180.
enum CSVReader {
  struct Broken: Error {}

  static func rows(_ text: String) throws -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = ""
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        guard cell.isEmpty else { throw Broken() }
        while let inner = rest.popFirst() {
          if inner == "\"" {
            guard rest.first == "\"" else { break }
            rest.removeFirst()
          }
          cell.unicodeScalars.append(inner)
        }
      case ",":
        row.append(cell)
        cell = ""
      case "\r":
        guard rest.popFirst() == "\n" else { throw Broken() }
        rows.append(row + [cell])
        (row, cell) = ([], "")
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return rows
  }
}
