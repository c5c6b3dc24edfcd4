public import Interface

/// The themes of a web face, and the files that depend on them: the style sheet and the icons.
public struct WebLook: Sendable {
  /// The themes of the products, and the plain one of what belongs to no product.
  public let themes: [Theme]
  /// The whole style sheet: every theme's colours as properties, the sizes a reader may choose, and the rules that use
  /// both.
  public let sheet: String
  /// The addresses of the style sheet and the script, which contain a hash of the content and change with it.
  public let sheetAddress: String
  public let scriptAddress: String
  private let icons: [String: String]
  private let byID: [String: Theme]

  /// Creates the look of these themes, each once.
  public init(_ themes: [Theme]) {
    var seen: Set<String> = [Theme.plain.id]
    self.themes = themes.filter { seen.insert($0.id).inserted } + [.plain]
    byID = Dictionary(self.themes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    icons = byID.mapValues(\.icon)
    sheet = StyleSheet.sheet(of: self.themes)
    sheetAddress = "/-/look.css?v=\(WebFile.version(of: sheet.utf8))"
    scriptAddress = "/-/face.js?v=\(WebFile.version(of: WebFile.named("face.js") ?? []))"
  }

  public func theme(_ id: String) -> Theme? { byID[id] }

  /// The icon of a theme, as SVG.
  public func icon(of theme: String) -> String? { icons[theme] }

  /// The address of a theme's icon, with a hash of its content.
  func iconAddress(of theme: String) -> String? {
    icons[theme].map { "/-/icon/\(theme).svg?v=\(WebFile.version(of: $0.utf8))" }
  }
}
