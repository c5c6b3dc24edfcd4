/// The lines of one element, and the spacing around them.
struct Block {
  enum Air {
    /// A heading: no blank line before what follows.
    case heading
    /// One of several elements without blank lines between them.
    case close
    /// Separated by blank lines.
    case apart
    /// A remark on the preceding element: no blank line before it.
    case remark
  }

  var lines: [ScreenLine]
  var air = Air.apart

  /// Stacks the blocks, with a blank line where their spacing asks for one.
  static func stacked(_ blocks: [Block], isDense: Bool = false) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    var last: Air?
    for block in blocks where !block.lines.isEmpty {
      if let last, !isDense, last.parts(from: block.air) { lines.append(ScreenLine()) }
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

/// Draws a border around lines.
enum LineBox {
  /// The narrowest width, in columns, at which a box is worth its border.
  static let least = 24

  /// The content has four columns less than `width`.
  static func around(_ lines: [ScreenLine], label: ScreenLine = ScreenLine(), width: Int, look: TextLook = .border)
    -> [ScreenLine]
  {
    let inner = width - 4
    let head: ScreenLine
    if label.isEmpty {
      head = .rule("─", inner + 2, look)
    } else {
      head = ScreenLine("─ ", look) + label + ScreenLine(" ", look) + .rule("─", inner - 1 - label.columns, look)
    }
    let sides = lines.map { ScreenLine("│ ", look) + $0.padded(to: inner) + ScreenLine(" │", look) }
    return
      ([ScreenLine("╭", look) + head + ScreenLine("╮", look)] + sides + [
        ScreenLine("╰", look) + .rule("─", inner + 2, look) + ScreenLine("╯", look)
      ]).map(\.onCard)
  }

  /// True when the label fits into the top border with part of the border on either side.
  static func takes(_ label: ScreenLine, width: Int) -> Bool { label.columns <= width - 8 }
}
