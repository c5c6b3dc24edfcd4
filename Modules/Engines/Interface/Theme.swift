/// The visual design of one product.
public struct Theme: Sendable, Hashable, Codable {
  public let id: String
  public let name: String
  public let light: Tokens
  public let dark: Tokens

  public init(id: String, name: String, light: Tokens, dark: Tokens) {
    self.id = id
    self.name = name
    self.light = light
    self.dark = dark
  }

  public func tokens(for scheme: Scheme) -> Tokens {
    switch scheme {
    case .light: light
    case .dark: dark
    }
  }
}

/// Light or dark colours. (`Mode` is the level of detail instead.)
public enum Scheme: String, Sendable, Hashable, Codable, CaseIterable {
  case light, dark
}
