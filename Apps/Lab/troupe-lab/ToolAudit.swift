internal import Audit
internal import Catalog
internal import Commands
internal import JSON
internal import Kernel
internal import Shell
internal import Walk

extension Tool {
  static let audit = Tool(
    name: "audit", summary: "accessibility of every screen; 1 if anything is found", options: [.product, .html, .json],
    details: """
      Somebody new opens every screen of every product, or of one, taps what is there, and each picture is held against
      these rules: light and dark, at 100 and 200 %, with and without motion.

      \(Rule.allCases.map { "  \($0.criterion)  \($0.title) (\($0.rawValue))" }.joined(separator: "\n"))

      With --html, one page of HTML is read instead, without running its scripts, and held to these rules; each is passed,
      failed, not applicable, or not to be decided by a program. ACT names the rule of W3C's ACT rules.

      \(PageTool.rules)

      \(PageTool.form)
      """,
    run: { given throws(Problem) in
      if given.has(.html) { return try PageTool.run(given) }
      let products = given.has(.product) ? [try product(given)] : Product.all
      let width = products.map(\.name.count).max() ?? 0
      var reports: [WalkReport] = []
      for product in products {
        let report = try await Walk.through(product)
        reports.append(report)
        if !given.has(.json) { Output.line(report.summary(names: width)) }
      }
      if given.has(.json) {
        Output.line((try? JSON.text(WalkReport.json(reports), isPretty: true)) ?? "")
      } else {
        for report in reports where !report.entries.isEmpty { Output.text("\n\(report.details)") }
      }
      return reports.allSatisfy { $0.entries.isEmpty && $0.isWhole } ? 0 : 1
    })

  private static func product(_ given: Arguments) throws(Problem) -> Product {
    guard let name = given[.product], let product = Product.named(name) else {
      let name = given[.product] ?? ""
      throw .usage("There is no product “\(name.prefix(40))”.", near: name, among: Product.all.map(\.id))
    }
    return product
  }
}
