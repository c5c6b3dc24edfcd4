/// A colour by its role, which a palette resolves, and its strength.
public struct Paint: Sendable, Hashable {
  public enum Role: Sendable, Hashable {
    case ink, softInk, gridLine, card, ground
    case hue(Hue)
  }

  public var role: Role
  /// From 0 to 1, blended with the card's colour. Never transparent, so that contrast can be computed.
  public var strength: Double

  public init(_ role: Role, _ strength: Double = 1) {
    self.role = role
    self.strength = strength
  }

  public static let ink = Paint(.ink)
  public static let softInk = Paint(.softInk)
  public static let gridLine = Paint(.gridLine)
  public static let card = Paint(.card)
  /// For empty parts: a cell without a value, the rest of a ring, a skeleton.
  public static let empty = Paint(.gridLine, 0.55)

  public static func hue(_ hue: Hue, _ strength: Double = 1) -> Paint { Paint(.hue(hue), strength) }

  public func colour(in palette: Palette) -> Colour {
    let full =
      switch role {
      case .ink: palette.ink
      case .softInk: palette.softInk
      case .gridLine: palette.gridLine
      case .card: palette.card
      case .ground: palette.ground
      case .hue(let hue): palette[hue]
      }
    return strength >= 1 ? full : palette.card.mixed(with: full, strength)
  }

  /// A readable form for golden files: `ink`, `hue fitness 20 %`.
  var words: String {
    let name =
      switch role {
      case .ink: "ink"
      case .softInk: "soft ink"
      case .gridLine: "grid"
      case .card: "card"
      case .ground: "ground"
      case .hue(let hue): hue.name
      }
    return strength >= 1 ? name : "\(name) \(NumberFormat.text((strength * 100).rounded())) %"
  }
}
