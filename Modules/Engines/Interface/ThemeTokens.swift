public import Plot

/// The colours of one scheme of a theme, by use.
public struct Tokens: Sendable, Hashable, Codable {
  public var ground: Colour
  public var card: Colour
  public var ink: Colour
  /// For secondary text: details, times, hints.
  public var softInk: Colour
  public var accent: Colour
  public var onAccent: Colour
  /// Around cards and between rows: decoration that is not needed to use anything.
  public var hairline: Colour
  /// Around fields and controls; has the contrast WCAG requires of controls.
  public var border: Colour
  /// The focus ring. Defaults to the ink, since nothing else is outlined in ink.
  public var focus: Colour
  public var score: ScoreColours
  public var tones: Tones
  /// The hues of charts, besides the accent.
  public var hues: [Hue: Colour]

  public init(
    ground: Colour, card: Colour, ink: Colour, softInk: Colour, accent: Colour, onAccent: Colour, hairline: Colour,
    border: Colour, focus: Colour? = nil, shared: Shared, hues: [Hue: Colour] = [:]
  ) {
    self.ground = ground
    self.card = card
    self.ink = ink
    self.softInk = softInk
    self.accent = accent
    self.onAccent = onAccent
    self.hairline = hairline
    self.border = border
    self.focus = focus ?? ink
    score = shared.score
    tones = shared.tones
    self.hues = shared.hues.merging(hues) { _, own in own }
  }

  /// The colours of one scheme that all products share.
  public struct Shared: Sendable, Hashable {
    public var score: ScoreColours
    public var tones: Tones
    public var hues: [Hue: Colour]
  }
}

/// The colours of score ratings, never shown without the word and an icon.
public struct ScoreColours: Sendable, Hashable, Codable {
  public var excellent: Colour
  public var attention: Colour
  public var priority: Colour
}

/// The colours of each kind of message: its text, also used on cards, and the background of its banner.
public struct Tones: Sendable, Hashable, Codable {
  public struct Pair: Sendable, Hashable, Codable {
    public var text: Colour
    public var ground: Colour
  }

  public var info: Pair
  public var success: Pair
  public var warning: Pair
  public var critical: Pair
}
