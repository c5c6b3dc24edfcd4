internal import Plot

/// The visual design of one product.
public struct Theme: Sendable, Hashable, Encodable {
  public let id: String
  public let name: String
  public let light: Tokens
  public let dark: Tokens
  public let motif: Motif
  /// Decoration in browsers: CSS rules besides the colours, each for `[data-theme=ID]`. Other faces ignore them.
  public let webRules: String

  /// The encoded properties, which a native shell needs to draw frames in the product's colours.
  private enum CodingKeys: String, CodingKey {
    case id, name, light, dark
  }

  public init(
    id: String, name: String, light: Tokens, dark: Tokens, motif: Motif = .circle, webRules: String = ""
  ) {
    self.id = id
    self.name = name
    self.light = light
    self.dark = dark
    self.motif = motif
    self.webRules = webRules
  }

  public func tokens(for scheme: Scheme, _ contrast: ContrastChoice = .system) -> Tokens {
    switch scheme {
    case .light: light.with(contrast)
    case .dark: dark.with(contrast)
    }
  }
}

/// Light or dark colours. (`Mode` is the level of detail instead.)
public enum Scheme: String, Sendable, Hashable, Codable, CaseIterable {
  case light, dark
}

extension Theme {
  /// The theme of what belongs to no product: the front page, and previews of single modules.
  public static let plain = Theme(
    id: "plain", name: "Troupe",
    light: Tokens(
      ground: Colour(0xF6F7F8), card: Colour(0xFFFFFF), ink: Colour(0x1B2128),
      softInk: Colour(0x525C66), accent: Colour(0x37474F), onAccent: Colour(0xFFFFFF),
      hairline: Colour(0xD9DBDD), border: Colour(0x7F868D),
      shared: .light),
    dark: Tokens(
      ground: Colour(0x101316), card: Colour(0x1A1F24), ink: Colour(0xEDF1F4),
      softInk: Colour(0xA8B3BD), accent: Colour(0xB0BEC5), onAccent: Colour(0x14191C),
      hairline: Colour(0x3F454C), border: Colour(0x737B82),
      shared: .dark))
}
