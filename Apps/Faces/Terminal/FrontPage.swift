internal import Interface
internal import Shell

/// The page on which a user chooses a product.
struct FrontPage {
  let products: [Product]

  /// Lists the products, each in its own colours.
  func rows(on surface: Surface) -> [String] {
    let names = products.map(\.name.columns).max() ?? 0
    var rows = plain(surface).rows(of: [
      ScreenLine(), ScreenLine("  Troupe", .title), ScreenLine("  ══════", .accent), ScreenLine(),
    ])
    for (index, product) in products.enumerated() {
      let page = FrameText(
        width: surface.width, colours: surface.scheme.map { product.theme.tokens(for: $0) }, depth: surface.depth)
      let lead =
        ScreenLine("  ") + ScreenLine("\(index + 1)) ", .number)
        + ScreenLine(product.name, .accent).padded(to: names + 3)
      let lines =
        page.width - lead.columns < 20
        ? [lead] + ScreenLine(product.tagline, .soft).wrapped(to: page.width - 5).led(by: .blank(5))
        : ScreenLine(product.tagline).wrapped(to: page.width - lead.columns).led(by: lead)
      rows += page.rows(of: lines)
    }
    return rows + plain(surface).rows(of: [ScreenLine()])
  }

  /// Finds a product by its number, its name or a unique prefix of its name.
  func product(_ order: TypedOrder) -> Product? {
    switch order {
    case .number(let number, nil): return products.indices.contains(number - 1) ? products[number - 1] : nil
    case .words(let words):
      let wanted = words.lowercased()
      let exact = products.first { $0.id == wanted || $0.name.lowercased() == wanted }
      let near = products.filter { $0.name.lowercased().hasPrefix(wanted) || $0.id.hasPrefix(wanted) }
      return exact ?? (near.count == 1 ? near.first : nil)
    default: return nil
    }
  }

  func plain(_ surface: Surface) -> FrameText {
    FrameText(
      width: surface.width, colours: surface.scheme.flatMap { products.first?.theme.tokens(for: $0) },
      depth: surface.depth)
  }
}
