import Foundation
import Testing

@testable import Plot

/// Compares the scene of each kind, as text, with a reviewed one. After an intended change, run with TROUPE_RECORD=1,
/// review the pictures, and commit the changed files.
@Suite("A scene as text")
struct SceneGoldenTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
  static let examples = root.appending(path: "../../../Documentation/charts").standardizedFileURL

  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: examples.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test("equals its golden file", arguments: names)
  func golden(name: String) throws {
    let chart = try Chart(json: Data(contentsOf: SceneGoldenTests.examples.appending(path: "\(name).json")))
    let size = name == "sparkline" ? Size(200, 40) : Size(720, 400)
    let text = chart.scene(in: Viewport(size, dress: name == "sparkline" ? .plain : .titled)).outline
    let file = SceneGoldenTests.root.appending(path: "Goldens/\(name).txt")
    if ProcessInfo.processInfo.environment["TROUPE_RECORD"] != nil { try Data(text.utf8).write(to: file) }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }

  @Test("has an example of every kind, each valid and with a golden file")
  func examples() throws {
    // Without an example the test above passes without checking anything.
    let goldens = try FileManager.default.contentsOfDirectory(
      atPath: SceneGoldenTests.root.appending(path: "Goldens").path)
    #expect(!SceneGoldenTests.names.isEmpty)
    #expect(Set(goldens) == Set(SceneGoldenTests.names.map { "\($0).txt" }))
    var kinds: Set<String> = []
    for name in SceneGoldenTests.names {
      let data = try Data(contentsOf: SceneGoldenTests.examples.appending(path: "\(name).json"))
      let chart = try Chart(json: data)
      kinds.insert(chart.spec.kind.name)
      #expect(chart.scene().state == .full, "\(name)")
      #expect(try ChartSpec(json: chart.spec.json()) == chart.spec, "\(name)")
    }
    #expect(kinds == Set(ChartSpec.Kind.names))
  }
}

extension Scene {
  /// One line for each shape and mark, rounded to pixels.
  var outline: String {
    func place(_ spot: Spot) -> String { "\(Int(spot.x.rounded())),\(Int(spot.y.rounded()))" }
    func text(_ box: Box) -> String {
      "\(place(Spot(box.x, box.y))) \(Int(box.width.rounded()))x\(Int(box.height.rounded()))"
    }
    func form(_ form: Shape.Form) -> String {
      switch form {
      case .box(let box, let corner): "box \(text(box))\(corner > 0 ? " round" : "")"
      case .circle(let spot, let radius): "circle \(place(spot)) r\(Int(radius.rounded()))"
      case .arc(let spot, let radius, let share):
        "arc \(place(spot)) r\(Int(radius.rounded())) \(NumberFormat.text((share * 100).rounded())) %"
      case .sign(let sign, let spot, _): "\(sign.rawValue) \(place(spot))"
      case .letters(let letters):
        "“\(letters.text)” \(letters.anchor.rawValue) \(place(letters.at)) \(NumberFormat.text(letters.size))\(letters.isBold ? " bold" : "")"
      case .path(let steps):
        "path "
          + steps.map { step in
            switch step {
            case .move(let spot): "M\(place(spot))"
            case .line(let spot): "L\(place(spot))"
            case .curve(_, _, let spot): "C\(place(spot))"
            case .close: "Z"
            }
          }.joined(separator: " ")
      }
    }
    var lines = ["\(kind) “\(title)” \(Int(size.width))x\(Int(size.height)), plot \(text(plot))", self.text]
    for shape in shapes {
      var line = "\(shape.role.rawValue): \(form(shape.form))"
      if let fill = shape.fill { line += ", \(fill.words)" }
      if let stroke = shape.stroke {
        line += ", lined \(stroke.paint.words) \(NumberFormat.text(stroke.width))"
        if stroke.dash != .solid { line += " \(stroke.dash.rawValue)" }
      }
      lines.append(line)
    }
    for mark in marks {
      lines.append("mark \(mark.series) \(place(mark.at)): " + mark.tooltip.joined(separator: " | "))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
