import Relational
import Rest
import Testing
import Transport

@Suite struct QueryTests {
  static func query(_ text: String) throws(Failure) -> Query {
    guard let target = try? Target("/todos?\(text)") else { throw Failure("target", "no target") }
    return try Query(parsing: target.query.fields, table: AskedDatabase.todos, schema: AskedDatabase.tables)
  }

  func refusal(_ text: String) -> Failure? {
    do throws(Failure) {
      _ = try Self.query(text)
      return nil
    } catch { return error }
  }

  @Test(
    "A filter is parsed with its value as raw text",
    arguments: [
      (
        "title=eq.a%2Cb.c%28d%29%3A%22e%22+%26+f%3Dg+%2Bh%25",
        Filter.compare("title", .equal, .text(#"a,b.c(d):"e" & f=g +h%"#))
      ),
      ("id=eq.1", .compare("id", .equal, .text("1"))), ("rank=neq.1", .compare("rank", .unequal, .text("1"))),
      ("rank=gt.1", .compare("rank", .greater, .text("1"))), ("rank=gte.-1", .compare("rank", .atLeast, .text("-1"))),
      ("rank=lt.", .compare("rank", .less, .text(""))), ("rank=lte.1.5", .compare("rank", .atMost, .text("1.5"))),
      ("title=eq.null", .compare("title", .equal, .text("null"))),
      ("title=eq.not.eq.a", .compare("title", .equal, .text("not.eq.a"))),
      ("title=is.null", .isNull("title")), ("title=not.is.null", .not(.isNull("title"))),
      ("title=is.not_null", .not(.isNull("title"))),
      ("done=is.true", .isTrue("done")), ("done=is.FALSE", .isFalse("done")), ("done=is.unknown", .isNull("done")),
      ("title=like.%25a_b%25", .like("title", pattern: "%a_b%", ignoringCase: false)),
      ("title=ilike.*a*", .like("title", pattern: "%a%", ignoringCase: true)),
      ("id=in.(1,2,3)", .among("id", [.text("1"), .text("2"), .text("3")])), ("id=in.()", .among("id", [])),
      (
        #"title=in.(a,"b,c","d\"e","(f)","g\\h",)"#,
        .among("title", ["a", "b,c", "d\"e", "(f)", "g\\h", ""].map { .text($0) })
      ),
      (#"title=in.("a"b,%20c%20d)"#, .among("title", [.text("\"a\"b"), .text(" c d")])),
      ("id=not.in.(1,2)", .not(.among("id", [.text("1"), .text("2")]))),
      ("id=not.eq.1", .not(.compare("id", .equal, .text("1")))),
      (#"tags=cs.{a,"b c","d,e"}"#, .contains("tags", #"{a,"b c","d,e"}"#)),
      (#"meta=cs.{"a": 1}"#, .contains("meta", #"{"a": 1}"#)),
      ("tags=cd.{a}", .contained("tags", "{a}")), ("tags=ov.{a}", .overlaps("tags", "{a}")),
      ("%22weird+col%22=eq.x", .compare("weird col", .equal, .text("x"))),
      ("weird+col=eq.x", .compare("weird col", .equal, .text("x"))),
      (
        "or=(id.eq.1,and(title.eq.a,done.is.true))",
        .any([.compare("id", .equal, .text("1")), .all([.compare("title", .equal, .text("a")), .isTrue("done")])])
      ),
      (
        "not.or=(rank.gt.1,not.and(rank.lt.1,title.not.like.*x))",
        .not(
          .any([
            .compare("rank", .greater, .text("1")),
            .not(
              .all([.compare("rank", .less, .text("1")), .not(.like("title", pattern: "%x", ignoringCase: false))])),
          ]))
      ),
      (
        #"and=(title.eq."a,b).c",tags.cs.{a,b},id.in.(1,"2,3"), "weird col".eq.x)"#,
        .all([
          .compare("title", .equal, .text("a,b).c")), .contains("tags", "{a,b}"),
          .among("id", [.text("1"), .text("2,3")]),
          .compare("weird col", .equal, .text("x")),
        ])
      ),
      ("or=(title.eq.,done.is.null)", .any([.compare("title", .equal, .text("")), .isNull("done")])),
    ])
  func filters(_ text: String, _ expected: Filter) throws {
    let encoded = text.replacing(" ", with: "+").replacing("\"", with: "%22").replacing("\\", with: "%5C")
    let query = try Self.query(encoded)
    #expect(query.filters == [expected])
    #expect(query.filter == expected)
  }

  @Test("Two conditions on one column both apply")
  func twice() throws {
    let query = try Self.query("rank=gte.1&rank=lt.9&title=eq.a")
    #expect(
      query.filter
        == .all([
          .compare("rank", .atLeast, .text("1")), .compare("rank", .less, .text("9")),
          .compare("title", .equal, .text("a")),
        ]))
    #expect(try Self.query("").filter == .everything)
  }

  @Test("Selected columns may be renamed, and duplicates are selected once")
  func shown() throws {
    let all = AskedDatabase.todos.columns.map { Shown($0.name) }
    #expect(try Self.query("select=*").shown == all)
    #expect(try Self.query("").shown == all)
    #expect(try Self.query("select=").shown == all)
    #expect(try Self.query("select=id,*").shown.count == all.count)
    #expect(
      try Self.query("select=id,t:title,+%22weird+col%22,odd+name:rev::text,rank::int4,meta::jsonb").shown
        == [
          Shown("id"), Shown("title", as: "t"), Shown("weird col"), Shown("rev", as: "odd name"), Shown("rank"),
          Shown("meta"),
        ])
  }

  @Test("Order, page, columns and conflict columns are parsed")
  func rest() throws {
    let query = try Self.query(
      "order=id.desc.nullsfirst,title.asc,rank,at.nullslast&limit=5&offset=10&columns=%22done%22,%22title%22&on_conflict=owner,title"
    )
    #expect(
      query.order == [
        Order("id", isDescending: true, nullsFirst: true), Order("title"), Order("rank"),
        Order("at", nullsFirst: false),
      ])
    #expect(query.limit == 5)
    #expect(query.offset == 10)
    #expect(query.columns == ["done", "title"])
    #expect(query.conflict == ["owner", "title"])
    #expect(try Self.query("apikey=secret&").filters.isEmpty)
  }

  @Test(
    "A malformed query is refused with what was expected",
    arguments: [
      "id=1", "id=eq", "id=", "id", "id=foo.1", "id=.1", "id=not.1", "id=not.not.eq.1", "id=is.nul", "id=in.1",
      "id=in.(1", "id=in.(1,2)3",
      "=eq.1", "or=", "or=()", "or=(id.eq.1", "or=id.eq.1", "or=(id.eq.1)x", "or=(id)", "or=(id.foo.1)", "and=(,)",
      "or=(not.id.eq.1)",
      "and=(id.eq.1,)", "select=,", "select=id,", "select=id;drop", "select=a%22b", "select=t:", "select=a;b:id",
      "select=t:id,t:title", "select=t$1:title",
      "order=id.down", "order=id.desc.nulls", "order=.desc", "order=id.desc.nullsfirst.x", "order=id,", "limit=x",
      "limit=", "limit=1.5", "offset=1e3",
      "columns=", "columns=a,", "on_conflict=", "id;drop=eq.1", "id)=eq.1", "a'b=eq.1", "id=EQ.1",
    ])
  func unreadable(_ text: String) {
    let refusal = refusal(text)
    #expect(refusal?.code == "PGRST100")
    #expect(refusal?.details != nil)
  }

  @Test(
    "A feature of PostgREST that this server lacks is refused with a hint",
    arguments: [
      "select=title::int4", "select=meta->>a::int4", "select=rank::bool", "select=count()", "select=steps(count())",
      "select=rank.sum()", "select=...steps(id)", "meta->>a=eq.1", "title=fts.x", "title=plfts(english).x",
      "title=match.x", "title=is(any).{null}", "at=sl.x", "order=meta->a.asc", "order=steps(title).asc",
      "or=(meta->>a.eq.1)",
    ])
  func notOffered(_ text: String) {
    let refusal = refusal(text.replacing(">", with: "%3E"))
    #expect(refusal?.code == "PGRST100")
    #expect(refusal?.hint?.contains("offers no aggregates") == true)
  }

  @Test(
    "A list after any or all becomes one condition for each of its items",
    arguments: [
      ("title=eq(any).{a,%22b c%22}", Filter.any(["a", "b c"].map { .compare("title", .equal, .text($0)) })),
      ("title=like(all).{a*,*b}", .all(["a%", "%b"].map { .like("title", pattern: $0, ignoringCase: false) })),
      ("title=not.ilike(any).{a_}", .not(.any([.like("title", pattern: "a_", ignoringCase: true)]))),
      (
        "or=(rank.gt(any).{1,2},title.eq.a)",
        .any([.any(["1", "2"].map { .compare("rank", .greater, .text($0)) }), .compare("title", .equal, .text("a"))])
      ),
      ("title=neq(all).{}", .all([])),
    ])
  func lists(_ text: String, _ expected: Filter) throws {
    #expect(try Self.query(text.replacing(" ", with: "+")).filters == [expected])
    for text in ["title=eq(any).a", "title=eq(some).{a}", "title=like(any).{a", "title=eq(any)"] {
      #expect(refusal(text)?.code == "PGRST100", "\(text)")
    }
  }

  @Test("Parts of JSON and casts that cannot fail are selected")
  func derived() throws {
    let query = try Self.query(
      "select=meta->a,meta->b->0->>c,x:meta->-1,meta->>0,rank::text,day:at::date,done::int,meta->>z::text".replacing(
        ">", with: "%3E"))
    #expect(
      query.shown == [
        Shown("meta", as: "a", path: JSONPath([.key("a")], isText: false)),
        Shown("meta", as: "c", path: JSONPath([.key("b"), .index(0), .key("c")], isText: true)),
        Shown("meta", as: "x", path: JSONPath([.index(-1)], isText: false)),
        Shown("meta", as: "meta", path: JSONPath([.index(0)], isText: true)), Shown("rank", cast: .text),
        Shown("at", as: "day", cast: .date), Shown("done", cast: .integer),
        Shown("meta", as: "z", path: JSONPath([.key("z")], isText: true)),
      ])
    let deep = "select=meta" + String(repeating: "-%3Ea", count: 17)
    for text in [deep, "select=meta-%3E", "select=meta-%3E%22a%5C%22b%22", "select=meta-%3E%3Ea-%3Eb"] {
      #expect(refusal(text)?.code == "PGRST100", "\(text)")
    }
  }

  @Test("Tables are embedded over their references, with filters, orders and pages of their own")
  func embedded() throws {
    let query = try Self.query(
      "select=id,s:steps!inner(title,todos(rank))&s.rank=gt.1&s.not.or=(title.eq.a,title.eq.b)&s.order=rank.desc&s.limit=2"
        + "&s.todos.rank=eq.1")
    let steps = try #require(query.embedded.first)
    #expect(query.embedded.count == 1 && query.shown == [Shown("id")] && query.filters.isEmpty)
    #expect(steps.name == "s" && steps.isRequired && steps.relation.isToMany)
    #expect(steps.relation.column == "id" && steps.relation.other == "todo")
    #expect(steps.select.shown == [Shown("title")] && steps.select.limit == 2)
    #expect(steps.select.order == [Order("rank", isDescending: true)])
    #expect(
      steps.select.filter
        == .all([
          .compare("rank", .greater, .text("1")),
          .not(.any([.compare("title", .equal, .text("a")), .compare("title", .equal, .text("b"))])),
        ]))
    let todos = try #require(steps.select.embedded.first)
    #expect(!todos.relation.isToMany && todos.select.filter == .compare("rank", .equal, .text("1")))
    for hint in ["steps!todo(id)", "steps!steps_todo_fkey(id)", "steps!left!todo(id)", "steps()"] {
      #expect(try Self.query("select=id,\(hint)").embedded.count == 1, "\(hint)")
    }
    let all = try Self.query("select=*,steps(*)")
    #expect(all.shown.count == AskedDatabase.todos.columns.count)
    #expect(all.embedded.first?.select.shown.count == AskedDatabase.steps.columns.count)
  }

  @Test(
    "An unknown relation, a filter on a table that is not embedded, and too many tables are refused with their codes",
    arguments: [
      ("select=*,profiles(*)", "PGRST200"), ("select=*,steps!nothing(*)", "PGRST200"),
      ("select=*,todos(*)", "PGRST200"),
      ("select=*,title(*)", "PGRST200"), ("steps.title=eq.a", "PGRST108"),
      ("select=s:steps(*)&steps.limit=1", "PGRST108"),
      ("select=steps(*),steps(*)", "PGRST100"), ("select=steps(*", "PGRST100"),
      ("select=steps(*),steps:title", "PGRST100"),
      ("select=steps(todos(steps(todos(steps(id)))))", "PGRST100"), ("select=steps!(*)", "PGRST100"),
      ("select=" + (1...13).map { "a\($0):steps(id)" }.joined(separator: ","), "PGRST100"),
      ("select=steps(*)&steps.foo.limit=1", "PGRST108"), ("select=steps(*)&steps.title=x", "PGRST100"),
      ("select=steps(*)&steps.limit=-1", "PGRST103"),
    ])
  func refusedEmbedding(_ text: String, _ code: String) { #expect(refusal(text)?.code == code, "\(text)") }

  @Test("Conditions, nesting, lists, pages and names are bounded")
  func bounds() {
    #expect(refusal(Array(repeating: "id=eq.1", count: 201).joined(separator: "&"))?.code == "54001")
    let deep = String(repeating: "and(", count: 30) + "id.eq.1" + String(repeating: ")", count: 30)
    #expect(refusal("or=(\(deep))")?.code == "PGRST100")
    #expect(refusal("id=in.(\(String(repeating: "1,", count: 1_100)))")?.code == "PGRST100")
    #expect(refusal("limit=-1")?.code == "PGRST103")
    #expect(refusal("offset=-1")?.code == "PGRST103")
    #expect(refusal("select=\(String(repeating: "a", count: 64)):id")?.code == "PGRST100")
  }
}
