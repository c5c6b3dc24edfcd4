/// The lines of one element, and how much air they want around them.
struct Block {
  enum Air {
    /// A heading: what follows stands right under it.
    case heading
    /// One of several that belong together.
    case close
    /// A matter of its own.
    case apart
    /// Says something of what stands before it.
    case remark
  }

  var lines: [Line]
  var air = Air.apart

  /// Under one another, with a blank line where one is wanted.
  static func stacked(_ blocks: [Block], isDense: Bool = false) -> [Line] {
    var lines: [Line] = []
    var last: Air?
    for block in blocks where !block.lines.isEmpty {
      if let last, !isDense, last.parts(from: block.air) { lines.append(Line()) }
      lines += block.lines
      last = block.air
    }
    return lines
  }
}

extension Block.Air {
  fileprivate func parts(from next: Block.Air) -> Bool {
    switch (self, next) {
    case (.heading, .heading): true
    case (.heading, _), (_, .remark), (.close, .close), (.remark, .close): false
    default: true
    }
  }
}

/// A frame of lines around lines.
enum Box {
  /// Narrower than this, a box takes more room than it gives.
  static let least = 24

  /// What is within has four columns less.
  static func around(_ lines: [Line], label: Line = Line(), width: Int, look: Look = .border) -> [Line] {
    let inner = width - 4
    let head: Line
    if label.isEmpty {
      head = .rule("─", inner + 2, look)
    } else {
      head = Line("─ ", look) + label + Line(" ", look) + .rule("─", inner - 1 - label.columns, look)
    }
    let sides = lines.map { Line("│ ", look) + $0.padded(to: inner) + Line(" │", look) }
    return
      ([Line("╭", look) + head + Line("╮", look)] + sides + [
        Line("╰", look) + .rule("─", inner + 2, look) + Line("╯", look)
      ]).map(\.onCard)
  }

  /// True when the label stands in the upper edge with something of the edge on either side.
  static func takes(_ label: Line, width: Int) -> Bool { label.columns <= width - 8 }
}
