import Catalog
import HTML
import Interface
import Shell

extension Theme {
  /// The themes of the products, and the plain one.
  static let all = Product.all.map(\.theme) + [plain]
}

extension WebLook {
  static let products = WebLook(Theme.all)
}
