import Relational
import Testing

@Suite struct CompilerTests {
  static let table = Table(
    "todos",
    [
      .uuid("id"), .uuid("owner").required, .text("title"), .boolean("done"), .integer("rank"), .bigint("size"),
      .double("score"), .timestamp("at"), .date("day"), .json("meta"), .texts("tags"), Column("rev", .revision),
      .text("we\"ird"),
    ], policies: .owner)

  func sqlite(_ filter: Filter) throws -> (String, [Value]) {
    var compiler = Compiler(.sqlite, Self.table)
    return (try compiler.condition(filter), compiler.values)
  }

  func postgres(_ filter: Filter) throws -> (String, [Value]) {
    var compiler = Compiler(.postgres, Self.table)
    return (try compiler.condition(filter), compiler.values)
  }

  func refusal(_ filter: Filter) -> Failure? {
    var compiler = Compiler(.sqlite, Self.table)
    do throws(Failure) {
      _ = try compiler.condition(filter)
      return nil
    } catch { return error }
  }

  @Test("A comparison has a qualified column and its value as a parameter")
  func compares() throws {
    let title = Filter.compare("title", .equal, .text("a' or 1=1 --"))
    #expect(try sqlite(title) == (#""todos"."title" = $1"#, [.text("a' or 1=1 --")]))
    #expect(try postgres(title) == (#""todos"."title" = $1::text"#, [.text("a' or 1=1 --")]))
    let rank = Filter.compare("rank", .atLeast, .text(" 7 "))
    #expect(try postgres(rank) == (#""todos"."rank" >= $1::integer"#, [.int(7 as Int64)]))
    let order = Filter.compare("title", .less, .text("b"))
    #expect(try postgres(order).0 == #""todos"."title" collate "C" < $1::text"#)
    #expect(try sqlite(.compare("we\"ird", .equal, .text("b"))).0 == #""todos"."we""ird" = $1"#)
    let revision = Filter.compare("rev", .greater, .text("12"))
    #expect(try postgres(revision) == (#""todos"."rev" > $1"#, [.int(12 as Int64)]))
  }

  @Test("Conditions are joined, negated and nested in brackets")
  func joins() throws {
    let filter = Filter.any([
      .all([.isNull("title"), .isTrue("done")]), .not(.any([.isFalse("done"), .among("rank", [.int(1), .int(2)])])),
    ])
    let (sql, values) = try sqlite(filter)
    #expect(
      sql
        == #"(("todos"."title" is null and "todos"."done" is true) or "#
        + #"not (("todos"."done" is false or "todos"."rank" in ($1, $2))))"#)
    #expect(values == [.int(1), .int(2)])
    #expect(try sqlite(.all([])).0 == "true")
    #expect(try sqlite(.any([])).0 == "false")
    #expect(try sqlite(.among("id", [])).0 == "false")
  }

  @Test("A pattern respects case if asked to, and literal characters stay literal")
  func likes() throws {
    let pattern = #"a%b_c*d?e[f\%g\\"#
    #expect(
      try sqlite(.like("title", pattern: pattern, ignoringCase: false))
        == (#""todos"."title" glob $1"#, [.text(#"a*b?c[*]d[?]e[[]f%g\"#)]))
    #expect(
      try sqlite(.like("title", pattern: pattern, ignoringCase: true))
        == (#""todos"."title" like $1 escape '\'"#, [.text(pattern)]))
    #expect(
      try postgres(.like("title", pattern: pattern, ignoringCase: true))
        == (#""todos"."title" ilike $1::text"#, [.text(pattern)]))
    #expect(refusal(.like("title", pattern: #"a\"#, ignoringCase: true))?.code == "22025")
    #expect(refusal(.like("rank", pattern: "1%", ignoringCase: false))?.code == "42883")
  }

  @Test("Containment of lists and JSON is written in the SQL of each store")
  func holds() throws {
    #expect(
      try postgres(.contains("tags", #"{a,"b c"}"#))
        == (#""todos"."tags" @> $1::text[]"#, [.text(#"{"a","b c"}"#)]))
    #expect(
      try postgres(.contained("meta", #"{"a": 1}"#))
        == (#""todos"."meta"::jsonb <@ $1::jsonb"#, [.json(#"{"a":1}"#)]))
    let (sql, values) = try sqlite(.overlaps("tags", #"["a","b"]"#))
    #expect(
      sql.hasPrefix(#"(case when "todos"."tags" is not null then exists (select 1 from json_each("todos"."tags")"#))
    #expect(values == [.json(#"["a","b"]"#)])
    #expect(
      try sqlite(.contained("meta", "{}")) == (#"json_holds($1, "todos"."meta")"#, [.json("{}")]))
    #expect(refusal(.overlaps("meta", "{}"))?.code == "42883")
    #expect(refusal(.contains("title", "{}"))?.code == "42883")
  }

  @Test("An order states where nulls go, unless the column has none")
  func orders() throws {
    let compiler = Compiler(.sqlite, Self.table)
    #expect(
      try compiler.orderBy([Order("title", isDescending: true), Order("rank"), Order("owner"), Order("id")])
        == #" order by "todos"."title" desc nulls first, "todos"."rank" nulls last, "todos"."owner", "todos"."id""#)
    #expect(
      try compiler.orderBy([Order("title", isDescending: true, nullsFirst: false)])
        == #" order by "todos"."title" desc nulls last"#)
    #expect(try compiler.orderBy([]).isEmpty)
    #expect(throws: Failure.self) { try compiler.orderBy([Order("meta")]) }
  }

  @Test("A select has its policy, its page and a parameter for every value")
  func selects() throws {
    var select = Select(Self.table, shown: [Shown("id"), Shown("title", as: "t\"; drop")])
    select.filter = .compare("done", .equal, .text("yes"))
    select.order = [Order("rev", isDescending: true)]
    select.limit = 10
    select.offset = 20
    let statement = try Compiler.select(
      select, in: .postgres, access: TableAccess(policy: "owner = $1"), values: [.text("me")])
    #expect(
      statement.sql
        == #"select "todos"."id" as "id", "todos"."title" as "t""; drop" from public."todos" where (owner = $1) and "#
        + #""todos"."done" = $2::boolean order by "todos"."rev" desc nulls first limit $3::bigint offset $4::bigint"#)
    #expect(statement.values == [.text("me"), .bool(true), .int(10), .int(20)])
    #expect(try Compiler.count(Select(Self.table), in: .sqlite).sql == #"select count(*) from "todos""#)
    select.limit = nil
    #expect(try Compiler.select(select, in: .sqlite).sql.hasSuffix(" limit -1 offset $2"))
  }

  @Test("An unknown column, an unsuitable type or value, and an oversized filter are refused")
  func refuses() throws {
    #expect(refusal(.isNull("none\"")) == .noColumn("none\"", of: "todos"))
    #expect(refusal(.isTrue("title"))?.code == "42804")
    #expect(refusal(.compare("meta", .equal, .text("{}")))?.code == "42883")
    #expect(refusal(.compare("tags", .less, .text("{}")))?.code == "42883")
    #expect(
      refusal(.compare("id", .equal, .text("x")))
        == Failure("22P02", #"invalid input syntax for type uuid: "x""#))
    #expect(refusal(.among("rank", Array(repeating: .int(1), count: 1_001)))?.code == "54001")
    #expect(refusal(.all(Array(repeating: .isNull("id"), count: 200)))?.code == "54001")
    #expect(
      refusal(.any(Array(repeating: .among("rank", Array(repeating: .int(1), count: 1_000)), count: 6)))?.code
        == "54001")
    var deep = Filter.isNull("id")
    for _ in 0..<30 { deep = .not(deep) }
    #expect(refusal(deep)?.code == "54001")
  }

  @Test(
    "Containment of JSON agrees with PostgreSQL's jsonb",
    arguments: [
      (#"{"a":1,"b":[1,2,{"c":3}]}"#, #"{"b":[{"c":3.0},1]}"#, true),
      (#"{"a":{"b":1}}"#, #"{"b":1}"#, false),
      (#"[1,2]"#, "2", true), ("[[1]]", "1", false), ("2", "[2]", false), ("[1,2,2]", "[2,2,2]", true),
      ("[[1,2],[3]]", "[[1],[2]]", true), ("[[1,2],[3]]", "[[1,3]]", false), (#"{"a":null}"#, #"{"a":null}"#, true),
      ("{}", "[]", false), (#""a""#, #""a""#, true),
    ])
  func jsonHolds(_ whole: String, _ part: String, _ expected: Bool) {
    #expect(SQLiteFunctions.holds(Array(whole.utf8), Array(part.utf8)) == expected)
    #expect(SQLiteFunctions.holds(Array(whole.utf8), Array("{".utf8)) == nil)
  }
}
