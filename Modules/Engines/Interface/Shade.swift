public import Plot

/// A colour by its use. The tokens of a scheme map it to a value.
public enum Shade: Sendable, Hashable {
  case ground, card, ink, softInk, accent, onAccent, border, focus
  case tone(Tone)
  /// The background of a banner of that tone.
  case banner(Tone)
  /// An identity colour, by its name in the palette.
  case hue(String)
}

extension Tokens {
  public func colour(_ shade: Shade) -> Colour {
    switch shade {
    case .ground: ground
    case .card: card
    case .ink: ink
    case .softInk: softInk
    case .accent: accent
    case .onAccent: onAccent
    case .border: border
    case .focus: focus
    case .tone(let tone): colour(of: tone)
    case .banner(let tone): banner(of: tone)
    case .hue(let name): everyHue[Hue(name)] ?? accent
    }
  }

  private func colour(of tone: Tone) -> Colour {
    switch tone {
    case .neutral: softInk
    case .accent: accent
    case .info: tones.info.text
    case .success: tones.success.text
    case .warning: tones.warning.text
    case .critical: tones.critical.text
    case .excellent: score.excellent
    case .needsAttention: score.attention
    case .priorityFocus: score.priority
    }
  }

  /// Only four tones have a background of their own; the others use a card's.
  private func banner(of tone: Tone) -> Colour {
    switch tone {
    case .info: tones.info.ground
    case .success: tones.success.ground
    case .warning: tones.warning.ground
    case .critical: tones.critical.ground
    case .neutral, .accent, .excellent, .needsAttention, .priorityFocus: card
    }
  }

  /// All hues that distinguish items, including those that stand for another token.
  public var everyHue: [Hue: Colour] {
    var every = hues
    every[.accent] = accent
    every[.neutral] = softInk
    every[.excellent] = score.excellent
    every[.attention] = score.attention
    every[.priority] = score.priority
    return every
  }
}
