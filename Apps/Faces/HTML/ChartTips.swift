internal import Interface
internal import Plot

/// The values of a drawn chart for the page's script, which shows the one where the pointer, the finger or the keyboard is.
///
/// Each line is a position along the chart with its values: x, the values' y, the position in words, and the values in
/// words, separated by tabs. Only Deep mode has them; Light mode shows static pictures.
enum ChartTips {
  /// Beyond this number of positions they stand closer than a pointer can choose, and the attribute would weigh more than
  /// the picture.
  static let most = 800

  /// Nil if the chart has no values to show this way.
  static func text(_ scene: Scene, in view: ChartView) -> String? {
    guard view.isDeep, scene.state == .full, scene.kind != "sparkline", !scene.marks.isEmpty else { return nil }
    var order: [Position] = []
    var columns: [Position: (ys: [String], words: [String])] = [:]
    let isOnly = Set(scene.marks.lazy.map(\.series)).count == 1
    for mark in scene.marks {
      let place = Position(x: Face.tenths(mark.at.x), words: mark.place)
      if columns[place] == nil {
        guard order.count < most else { return nil }
        order.append(place)
      }
      columns[place, default: ([], [])].ys.append(Face.tenths(mark.at.y))
      columns[place]?.words.append(isOnly || mark.name.isEmpty ? mark.words : "\(mark.name) \(mark.words)")
    }
    return order.map { place in
      let column = columns[place] ?? ([], [])
      return [
        place.x, column.ys.joined(separator: " "), plain(place.words), plain(column.words.joined(separator: ", ")),
      ]
      .joined(separator: "\t")
    }.joined(separator: "\n")
  }

  private struct Position: Hashable {
    let x: String
    let words: String
  }

  private static func plain(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

extension Face {
  /// A length with at most one decimal.
  fileprivate static func tenths(_ length: Double) -> String {
    let rounded = (length * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
