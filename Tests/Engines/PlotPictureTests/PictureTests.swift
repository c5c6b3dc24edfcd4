import Foundation
import Kernel
import Plot
import Testing

@testable import PlotPicture

/// With TROUPE_LOOK=FOLDER the pictures are saved there for review.
@Suite("A picture of a chart")
struct PictureTests {
  static var examples: [URL] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/charts").standardizedFileURL
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  private func keep(_ png: [UInt8], _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["TROUPE_LOOK"] else { return }
    try Data(png).write(to: URL(filePath: folder).appending(path: "\(name).png"))
  }

  private func number(_ png: [UInt8], at place: Int) -> Int { png[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }

  @Test("is a small PNG of the expected size with a palette, for every example in both themes", arguments: examples)
  func drawn(file: URL) throws {
    let painter = try Painter()
    let chart = try Chart(json: Data(contentsOf: file))
    let name = file.deletingPathExtension().lastPathComponent
    let size = name == "sparkline" ? Size(200, 40) : Size(720, 400)
    let scene = chart.scene(in: Viewport(size, dress: name == "sparkline" ? .plain : .titled))
    for (theme, palette) in [("light", Palette.light), ("dark", .dark)] {
      let png = try painter.png(of: scene, palette, scale: 1.5)
      #expect(Array(png.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      #expect(number(png, at: 16) == Int(size.width * 1.5) && number(png, at: 20) == Int(size.height * 1.5))
      // A palette, and small, as the packer promises.
      #expect(png[25] == 3)
      #expect(png.count < 80_000)
      try keep(png, "\(name)-\(theme)")
    }
  }

  @Test("is tested with at least one example of every kind")
  func all() {
    // Without an example the test above passes without drawing anything.
    let names = PictureTests.examples.map { $0.deletingPathExtension().lastPathComponent }
    #expect(!names.isEmpty && Set(ChartSpec.Kind.names).isSubset(of: names))
  }

  @Test("of the same scene has the same bytes from any painter")
  func same() throws {
    let chart = try Chart(json: Data(contentsOf: #require(PictureTests.examples.first)))
    let scene = chart.scene()
    let first = try Painter().png(of: scene, .light)
    let painter = try Painter()
    for _ in 0..<3 { #expect(try painter.png(of: scene, .light) == first) }
    #expect(try painter.png(of: scene, .dark) != first)
  }

  @Test("has one to three pixels per point", arguments: [(0.1, 1), (1, 1), (2, 2), (3, 3), (50, 3), (.nan, 1)])
  func scales(asked: Double, given: Int) throws {
    let scene = try #require(Scene.skeleton(of: "line", title: "A", in: Viewport(Size(200, 100))))
    #expect(number(try Painter().png(of: scene, .light, scale: asked), at: 16) == 200 * given)
  }

  @Test("that would not fit into memory is refused")
  func large() throws {
    let scene = try #require(Scene.skeleton(of: "line", title: "A", in: Viewport(Size(8_192, 8_192))))
    let painter = try Painter()
    let problem = #expect(throws: Problem.self) { try painter.png(of: scene, .light, scale: 3) }
    #expect(problem?.code == "chart-limit")
  }

  @Test("is drawn for small sizes, large text, hidden series and skeletons too", arguments: ChartSpec.Kind.names)
  func odd(kind: String) throws {
    let painter = try Painter()
    let file = try #require(PictureTests.examples.first { $0.lastPathComponent == "\(kind).json" })
    let chart = try Chart(json: Data(contentsOf: file))
    let views = [
      ("narrow", Viewport(Size(320, 280))), ("large", Viewport(Size(480, 420), textScale: 2)),
      ("stamp", Viewport(Size(60, 40))), ("export", Viewport(Size(640, 420), dress: .export)),
      ("hidden", Viewport(Size(480, 300), hidden: Set(chart.series.map(\.id)))),
    ]
    for (name, view) in views {
      let png = try painter.png(of: chart.scene(in: view), .light, scale: 1.5)
      #expect(number(png, at: 16) == Int((view.size.width * 1.5).rounded()))
      try keep(png, "\(kind)-\(name)")
    }
    let skeleton = try #require(Scene.skeleton(of: kind, title: "Loading", in: Viewport(Size(480, 300))))
    try keep(painter.png(of: skeleton, .light, scale: 1.5), "\(kind)-skeleton")
  }
}
