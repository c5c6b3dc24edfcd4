package import Relational

/// The server's table of Strava accounts. The function `strava` alone writes it, and no row has a token in the clear.
package enum StravaTables {
  package static let all = [links]

  static let name = "strava_links"

  static let links: Table = {
    var table = Table(
      name,
      Table.synced([
        .text("sealed_tokens").required, .integer("version").required.usually("1"), .timestamp("claimed_at"),
      ]), policies: Policies(viewers: ["owner"]))
    table.checks = [.length("sealed_tokens", 1...60_000), .range("version", 1...1_000_000_000)]
    table.uniques = [["owner"]]
    table.serverReads = ["version"]
    return table
  }()
}
