import PostgresStore
import Relational
import TestPostgres
import Testing

/// The steps by which PostgreSQL answers a list, as it plans them.
@Suite("Query plans on PostgreSQL", .postgres, .serialized, .timeLimit(.minutes(10)))
struct PlanTests {
  @Test("a list in the order of a time or of the revision reads an index of the owner up to the end of the page")
  func indexed() async throws {
    let cluster = try TestPostgres.shared()
    let name = TestPostgres.name(in: try await Ground.database())
    try cluster.sql(
      """
      alter table notes disable trigger user;
      insert into notes (owner, title)
        select case number % 20 when 0 then '\(Ground.alice)' else '\(Ground.bob)' end::uuid, 'a'
        from generate_series(1, 20000) as number;
      analyze notes
      """, in: name)
    for column in ["edited_at", "updated_at", "created_at", "rev"] {
      for isDescending in [true, false] {
        var select = Select(Ground.notes)
        select.order = [Order(column, isDescending: isDescending)]
        select.limit = 100
        let sql = try Compiler.select(select, in: .postgres).sql.replacing("$1::bigint", with: "100")
        let plan = try cluster.sql(
          """
          begin; set local role authenticated;
          select set_config('request.jwt.claims', '{"sub":"\(Ground.alice)"}', true);
          explain (costs off) \(sql); commit
          """, in: name)
        let index = "using notes_owner_\(column)_\(column == "rev" ? "id_" : "")idx on notes"
        #expect(plan.contains("Limit") && plan.contains(index), "\(plan)")
        #expect(!plan.contains("Sort") && !plan.contains("Seq Scan"), "\(plan)")
      }
    }
  }
}
