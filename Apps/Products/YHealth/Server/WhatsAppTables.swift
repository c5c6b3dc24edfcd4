package import Relational

/// The server's table of linked numbers. The server alone writes it, and each person sees their own row.
package enum WhatsAppTables {
  package static let all = [links]

  static let name = "whatsapp_links"

  static let links: Table = {
    var table = Table(
      name,
      Table.synced([
        // The verified number, and its keyed hash, by which an incoming message finds it.
        .text("phone"), .text("mark"), .timestamp("verified_at"),
        // The number to which a code was sent, the code's keyed hash, and the wrong tries.
        .text("pending"), .text("code_hash"), .timestamp("asked_at"),
        .integer("asks").required.usually("0"), .integer("wrong").required.usually("0"),
        // The instant of a STOP, the last message, and the notice that it was about.
        .timestamp("stopped_at"), .timestamp("sent_at"), .text("notice"),
      ]), policies: Policies(viewers: ["owner"]))
    table.checks = [
      .length("phone", 9...16), .length("pending", 9...16), .length("mark", 64...64), .length("code_hash", 64...64),
      .length("notice", 1...200), .range("asks", 0...1_000), .range("wrong", 0...1_000),
    ]
    table.uniques = [["owner"]]
    table.indexes = [["mark"]]
    table.serverReads = ["sent_at", "wrong"]
    return table
  }()
}
