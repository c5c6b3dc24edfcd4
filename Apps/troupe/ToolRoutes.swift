internal import Commands
internal import Entitlement
internal import Interface
internal import JSON
internal import Kernel
internal import Shell

extension Tools {
  static let routes = Tool(
    name: "routes", summary: "every screen that can be opened", options: [.product, .json],
    run: { given throws(Problem) in
      let product = try ProfileOpening.product(given)
      let rows = product.places.map { (place: $0, route: $0.pattern.text) }
      if given.has(.json) {
        let list = rows.map { row -> JSON in
          [
            "route": .string(row.route), "title": .string(row.place.title),
            "needs": row.place.needs.map { .string($0.name) } ?? .null, "reach": .string(row.place.reach.rawValue),
            "full_screen": .bool(row.place.isFullScreen),
            "examples": .array(row.place.pattern.examples.map { .string($0.text) }),
          ]
        }
        Output.line((try? JSON.text(JSON.array(list), isPretty: true)) ?? "[]")
      } else {
        let width = rows.map(\.route.count).max() ?? 0
        for row in rows {
          let gap = String(repeating: " ", count: width - row.route.count)
          let needs = row.place.needs.map { ", needs \($0.title)" } ?? ""
          Output.line(
            "\(row.route)\(gap)  \(row.place.title)\(row.place.reach == .server ? ", online only" : "")\(needs)")
        }
      }
      return 0
    })
}
