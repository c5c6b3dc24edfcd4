public import Plot

/// A colour by what it is for. The tokens of a scheme say which one that is.
public enum Shade: Sendable, Hashable {
  case ground, card, ink, softInk, accent, onAccent, border, focus
  case tone(Tone)
  /// The ground of a banner that says news of that kind.
  case banner(Tone)
  /// An identity colour, by the palette's name for it.
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

  /// Only four kinds of news have a ground of their own; the others stand on a card.
  private func banner(of tone: Tone) -> Colour {
    switch tone {
    case .info: tones.info.ground
    case .success: tones.success.ground
    case .warning: tones.warning.ground
    case .critical: tones.critical.ground
    case .neutral, .accent, .excellent, .needsAttention, .priorityFocus: card
    }
  }

  /// The hues by which anything may be told apart, those that stand for another token among them.
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
