public import Pillar
public import Plot

/// The colours of one scheme of a theme, by what they are for.
public struct Tokens: Sendable, Hashable, Codable {
  public var ground: Colour
  public var card: Colour
  public var ink: Colour
  /// For what is said more quietly: details, times, hints.
  public var softInk: Colour
  public var accent: Colour
  public var onAccent: Colour
  /// Around cards and between rows: decoration, which nobody needs to see to use anything.
  public var hairline: Colour
  /// Around fields and controls: seen by everybody who can tell a control from the page.
  public var border: Colour
  /// The ring around what has the focus. The ink itself, since nothing else is outlined in ink.
  public var focus: Colour
  public var score: ScoreColours
  public var tones: Tones
  /// What charts are drawn with, beside the accent.
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

  /// The colours that all products have in common, of one scheme.
  public struct Shared: Sendable, Hashable {
    public var score: ScoreColours
    public var tones: Tones
    public var hues: [Hue: Colour]
  }

  /// That pillar's colour where the product has one, and the accent where it has not.
  public func colour(of pillar: Pillar) -> Colour { hues[Hue(pillar)] ?? accent }
}

/// The words of a score, never shown without the word and an icon.
public struct ScoreColours: Sendable, Hashable, Codable {
  public var excellent: Colour
  public var attention: Colour
  public var priority: Colour
}

/// What kind of news something is: its text, which stands on cards as well, and the ground of a banner that says it.
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

extension Hue {
  public static let fitness = Hue(.fitness)
  public static let nutrition = Hue(.nutrition)
  public static let wellbeing = Hue(.wellbeing)

  public init(_ pillar: Pillar) { self.init(pillar.rawValue) }
}
