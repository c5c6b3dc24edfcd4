package import Relational

/// The server's tables of what accounts have bought and share. The functions `purchases` and `store-news` alone write them; each
/// person sees their own rows.
package enum PurchaseTables {
  package static let all = [texts, places, members]

  /// One row for each signed text, and one for each first transaction, which belongs to the account that has shown it first.
  static let texts: Table = {
    var table = Table(
      "verified_purchases",
      Table.synced([
        .text("app").required, .text("original").required, .text("statement").required,
        .text("signed_text"), .integer("version").required.usually("1"),
      ]), policies: Policies(viewers: ["owner"]))
    table.uniques = [["app", "original", "statement"]]
    table.indexes = [["owner", "app"]]
    table.checks = [
      .length("app", 1...200), .length("original", 1...200), .length("statement", 1...210),
      .length("signed_text", 1...16_384), .range("version", 1...1_000_000_000),
    ]
    table.serverReads = ["version"]
    return table
  }()

  /// The places of a family: each an invitation, whose code is known by its hash alone. A plan has as many seats as its item says.
  static let places: Table = {
    var table = Table(
      "family_places",
      Table.synced([
        .text("app").required, .integer("seat").required, .text("code_hash").required, .timestamp("made_at").required,
        .timestamp("expires_at").required,
      ]), policies: Policies(viewers: ["owner"]))
    table.uniques = [["owner", "app", "seat"], ["code_hash"]]
    table.checks = [.length("app", 1...200), .length("code_hash", 64...64), .range("seat", 1...100)]
    return table
  }()

  /// The members, each in one family of an app. A place has one member, and goes when the member leaves.
  static let members: Table = {
    var table = Table(
      "family_members",
      Table.synced([
        .text("app").required, .uuid("place").required.refers(to: "family_places"), .text("name").required,
        .timestamp("joined_at").required,
      ]), policies: Policies(viewers: ["owner"]))
    table.uniques = [["place"], ["owner", "app"]]
    table.checks = [.length("app", 1...200), .length("name", 1...60)]
    return table
  }()
}
