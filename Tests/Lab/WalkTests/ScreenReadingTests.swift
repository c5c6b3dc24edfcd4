import Accessibility
import Catalog
import Covers
import Foundation
import Interface
import Kernel
import Testing

@testable import Shell
@testable import Walk

/// Compares the text that a screen reader reads of every screen with a reviewed one. After an intended change, run with
/// TROUPE_RECORD=1, read the difference, and commit the changed files.
@Suite("What a screen reader reads of every screen")
struct ScreenReadingTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Readings")
    .standardizedFileURL
  private static let moment = Moment(Date(timeIntervalSince1970: 1_772_438_400))

  /// The reading of each place of a product for a new person who has everything, the bars around them once.
  private func reading(of product: Product) async throws -> (text: String, unnamed: [String]) {
    var (parts, unnamed): ([String], [String]) = ([], [])
    func add(_ title: String, _ frame: Frame) {
      let reading = ScreenReading(frame)
      unnamed += reading.unnamed.map { "\(title) \($0)" }
      parts.append("\(title)\n" + reading.lines.map { "  \($0.text)\n" }.joined())
    }
    let places = product.places
    for route in places.flatMap(\.pattern.examples) {
      let person = try await Person.open(product, home: .memory, clock: ManualTime(Self.moment), seed: 1)
      let window = try await Posture.member.window(of: person, at: places)
      var frame = try await window.perform(.open(route))
      if parts.isEmpty {
        var bars = frame
        (bars.nodes, bars.toasts, bars.dialog) = ([], [], nil)
        add("Around \(frame.route.text)", bars)
      }
      frame.chrome = []
      add(frame.route == route ? route.text : "\(route.text) leads to \(frame.route.text)", frame)
      await window.close()
      await person.close()
    }
    return (parts.joined(separator: "\n"), unnamed)
  }

  @Test("is what was reviewed, and nothing stands there without a name", arguments: Product.all)
  func golden(product: Product) async throws {
    let (text, unnamed) = try await reading(of: product)
    #expect(unnamed == [])
    let file = Self.root.appending(path: "\(product.id).txt")
    if ProcessInfo.processInfo.environment["TROUPE_RECORD"] != nil { try Data(text.utf8).write(to: file) }
    let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(text == kept, "\(Self.difference(from: kept, to: text))")
  }

  /// The lines that differ, each below the screen on which it stands.
  static func difference(from old: String, to new: String) -> String {
    func lines(_ text: String) -> [String] {
      var place = ""
      return text.split(separator: "\n").map { line in
        if !line.hasPrefix(" ") { place = String(line) }
        return "\(place):\(line.hasPrefix(" ") ? String(line.dropFirst()) : "")"
      }
    }
    let changes = lines(new).difference(from: lines(old))
    let words = changes.map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    return words.prefix(40).joined(separator: "\n")
      + (words.count > 40 ? "\n\(words.count - 40) more lines differ." : "")
      + "\nWith TROUPE_RECORD=1 the files in Tests/Readings are written anew."
  }

  @Test("differs line by line, each with its screen")
  func differs() {
    let words = Self.difference(from: "/a\n  Save, button\n", to: "/a\n  Send, button\n")
    #expect(words.hasPrefix("- /a: Save, button\n+ /a: Send, button\n"))
  }
}
