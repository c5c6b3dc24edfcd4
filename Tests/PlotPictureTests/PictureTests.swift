import Foundation
import Kernel
import Plot
import Testing

@testable import PlotPicture

@Suite("A picture of a chart")
struct PictureTests {
  static var examples: [URL] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/charts").standardizedFileURL
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  @Test("look")
  func look() throws {
    let out = try #require(ProcessInfo.processInfo.environment["LOOK"])
    let painter = try Painter()
    for file in PictureTests.examples {
      let chart = try Chart(json: Data(contentsOf: file))
      let name = file.deletingPathExtension().lastPathComponent
      for (theme, palette) in [("light", Palette.light), ("dark", .dark)] {
        var size = Size(720, 400)
        if name == "sparkline" { size = Size(200, 40) }
        let scene = chart.scene(in: Viewport(size, dress: name == "sparkline" ? .plain : .titled))
        let png = try painter.png(of: scene, palette, scale: 1.5)
        try Data(png).write(to: URL(filePath: out).appending(path: "\(name)-\(theme).png"))
        if theme == "light" { try Data(scene.svg(palette).utf8).write(to: URL(filePath: out).appending(path: "\(name).svg")) }
        if theme == "light" { print(name, chart.description()) }
      }
    }
  }
}
