import Relational
import Testing

@Suite("Columns that a store may seal")
struct SealedColumnsTests {
  @Test("those that nothing compares are sealed, those of checks and transitions among them")
  func owned() {
    var table = Table.owned(
      "notes", [.text("title"), .text("body"), .integer("rank")], checks: [.length("title", 1...9)])
    table.transitions = [Transition("up", "new.rank >= old.rank", refusal: "")]
    #expect(Schema([table]).sealedColumns(of: table) == ["title", "body", "rank"])
  }

  @Test("keys, indexes, unique and foreign keys, uploads and what the server reads stay readable")
  func compared() {
    let parent = Table.owned("parents", [.text("name")])
    var child = Table.owned(
      "children",
      [
        .uuid("parent").refers(to: "parents"), .text("code"), .date("day"), .text("photo_path"), .text("kind"),
        .text("body"),
      ])
    child.uniques = [["owner", "code"]]
    child.indexes.append(["day"])
    child.serverReads = ["kind"]
    #expect(Schema([parent, child]).sealedColumns(of: child) == ["body"])
  }

  @Test("columns that a policy names stay readable, in its own table and in others")
  func policies() {
    var connections = Table(
      "connections", Table.synced([.uuid("friend"), .text("status"), .text("note")]),
      policies: Policies(viewers: ["owner", "friend"], updated: "status <> 'ended'"))
    connections.transitions = [Transition("ends", "old.status <> 'ended'", refusal: "")]
    let cards = Table(
      "cards", Table.synced([.uuid("person"), .text("text"), .boolean("shown")]),
      policies: Policies(
        viewers: ["owner"],
        seen: "shown and exists (select 1 from connections as c where c.friend = auth.uid() and c.note <> '')",
        sources: [VisibilitySource("connections", viewer: "friend", subject: "owner", column: "person")]))
    let schema = Schema([connections, cards])
    #expect(schema.sealedColumns(of: connections).isEmpty)
    #expect(schema.sealedColumns(of: cards) == ["text"])
  }
}
