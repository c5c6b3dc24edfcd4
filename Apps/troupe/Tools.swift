internal import Catalog
internal import Commands
internal import Shell

/// All commands of the command line.
enum Tools {
  static let commands = CommandSet(
    version: Troupe.version, about: BuildFacts.json,
    tools: [
      serve, console, rpc, play, screen, routes, chart, backend, sync, importing, insights, matching, notifications,
      plan, predict, calendar, assistant, activities, receipt, certificate,
      context, replay,
      .forwarded("audit", to: "troupe-lab", summary: "accessibility of every screen; 1 if anything is found"),
      .forwarded(
        "simulate", to: "troupe-lab", summary: "devices, people and a server in a bad world; 1 if anything is lost"),
      .forwarded("bench", to: "troupe-lab", summary: "how fast it is, beside a peer measured in the same run"),
    ],
    usual: serve, introduction: "Troupe \(Troupe.version) runs five products without a phone.", closing: closing)

  private static var closing: String {
    let width = Product.all.map(\.id.count).max() ?? 0
    let products = Product.all.map { product in
      let id = product.id + String(repeating: " ", count: width - product.id.count)
      return "  \(id)  \(product.name): \(product.tagline)\n"
    }
    return """
      `troupe` alone is `troupe serve`: all five products in the browser. `troupe help COMMAND` says more of one.
      Exit codes: 0 done, 1 it could not be done, 2 wrong use.

      Products:
      \(products.joined())
      """
  }
}
