import Chance
import Foundation
import Relational
import Rest
import Testing
import Tokens
import Transport

/// Mutated valid requests.
@Suite struct RestFuzzTests {
  static let fields: [(String, String)] = [
    ("select", "*"), ("select", #"id,meta->a->0->>b,at::date,steps!inner(*,t:title,todos(rank::text))"#),
    ("steps.title", "like(any).{a*,\"b c\"}"), ("steps.not.or", "(rank.lt.7,title.eq.a)"), ("steps.order", "rank.desc"),
    ("steps.limit", "3"), ("steps.todos.rank", "neq(all).{1,2}"), ("select", #"id,t:title,"weird col",rank::int4"#),
    ("id", "eq.11111111-1111-4111-8111-111111111111"),
    ("title", #"eq.a,b.c(d):"e" & f=g +h%"#), ("title", "like.%a_b*"), ("title", #"not.ilike.\%x"#),
    ("title", #"in.(a,"b,c","d\"e","(f)",)"#),
    ("rank", "gte.5"), ("rank", "not.in.(1,2)"), ("done", "is.true"), ("at", "lt.2026-01-15T12:00:00Z"),
    ("tags", #"cs.{a,"b c"}"#),
    ("tags", "ov.{a}"), ("meta", #"cs.{"a":[1,{"b":null}]}"#), ("weird col", "neq.x"),
    ("or", "(id.is.null,and(title.eq.a,rank.lt.7))"),
    ("not.and", #"(title.in.("a",b),tags.cd.{a,b},not.or(done.is.false,rank.gt.1))"#),
    ("order", "title.desc.nullsfirst,rank,id.asc"),
    ("limit", "5"), ("offset", "10"), ("columns", #""done","title""#), ("on_conflict", "owner,title"),
  ]
  static let words = [
    "'", "\"", "--", ";", "/*", "*/", "\\", "\0", "(", ")", ",", ".", "not.", "or(", "and(", "eq.", "in.(", "is.",
    "null", "$1", "$", "::", "->",
    "->>", ":", "{", "}", "[", "*", "%", "_", "ä", "𝄞", "' or 1=1 --", "\" or 1=1 --", "); drop table todos; --",
    " union select 1", "\n", " ", "id",
    "title", "todos", "pg_sleep(9)", "1", "99999999999999999999", "-", "+", "&", "=",
  ]

  static let bodies = [
    "", "{}", "[]", #"{"title":"a","done":true}"#, #"[{"title":"a"},{"title":"b"}]"#,
    #"{"meta":{"a":[1]},"tags":["a"]}"#,
  ]
  static let headers = [
    "Prefer: return=representation,resolution=merge-duplicates,count=exact",
    "Accept: application/vnd.pgrst.object+json", "Accept: text/csv",
    "Prefer: handling=strict, max-affected=1", "Accept-Profile: public", "Content-Type: application/json",
  ]

  static func mutated(_ text: String, _ random: inout some RandomNumberGenerator) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let at = Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, at + Int.random(in: 1...6, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: scalars.removeSubrange(at..<end)
      case 1: scalars.insert(contentsOf: Array(scalars[at..<end]), at: at)
      default: scalars.insert(contentsOf: words[Int.random(in: words.indices, using: &random)].unicodeScalars, at: at)
      }
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// A query as it appears in a URL.
  static func query(_ random: inout some RandomNumberGenerator) -> String {
    let asked = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let (name, value) = fields[Int.random(in: fields.indices, using: &random)]
      let isNameSpared = Int.random(in: 0..<3, using: &random) > 0
      return FormFields.Field(isNameSpared ? name : mutated(name, &random), mutated(value, &random))
    }
    return FormFields(asked).text
  }

  @Test("No query puts anything into SQL except keywords and known names")
  func compiles() throws {
    var compiled = 0
    try Fuzzer("RestQuery", inputs: 8_000).run { random in
      Array(Self.query(&random).utf8)
    } check: { bytes, _ in
      guard let form = try? FormFields(form: bytes),
        let query = try? Query(parsing: form.fields, table: AskedDatabase.todos, schema: AskedDatabase.tables)
      else { return }
      var select = Select(AskedDatabase.todos, shown: query.shown)
      select.filter = query.filter
      select.order = query.order
      select.embedded = query.embedded
      select.limit = query.limit
      select.offset = query.offset
      for dialect in [Dialect.sqlite, .postgres] {
        guard let statement = try? Compiler.select(select, in: dialect) else { continue }
        compiled += 1
        let stranger = SQLWords.stranger(in: statement.sql, shown: Self.names(query.shown, query.embedded))
        try hold(stranger == nil, "\(stranger ?? "") occurs in \(statement.sql)")
        let highest = SQLWords.highest(in: statement.sql)
        try hold(
          highest == statement.values.count,
          "\(statement.sql) has \(highest) placeholders for \(statement.values.count) values")
      }
    }
    #expect(compiled > 0)
  }

  private static func names(_ shown: [Shown], _ embedded: [Embedded]) -> [String] {
    shown.map(\.name) + embedded.flatMap { [$0.name] + names($0.select.shown, $0.select.embedded) }
  }

  @Test("No request is answered with a server error")
  func answers() async throws {
    let rest = Rest(AskedDatabase())
    let methods = ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT"]
    var good = 0
    try await Fuzzer("RestRequest", inputs: 8_000).run { random in
      let method = methods[Int.random(in: methods.indices, using: &random)]
      let path =
        Bool.random(using: &random)
        ? "/todos" : ["/rpc/f", "/", "/todos/x", "/nothing"][Int.random(in: 0..<4, using: &random)]
      let header = Self.mutated(Self.headers[Int.random(in: Self.headers.indices, using: &random)], &random)
      let body = Self.mutated(Self.bodies[Int.random(in: Self.bodies.indices, using: &random)], &random)
      return Array("\(method) \(path)?\(Self.query(&random))\r\n\(header)\r\n\r\n\(body)".utf8)
    } check: { bytes, _ in
      // The lines of a request up to an empty one, then its body.
      let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) ?? bytes.endIndex..<bytes.endIndex
      let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
      let body = String(decoding: bytes[end.upperBound...], as: UTF8.self)
      // Input that is not HTTP never reaches these endpoints.
      guard let request = try? request(lines[0], Array(lines.dropFirst()), body) else { return }
      let answer = Answer(
        await rest.answer(request, at: request.target.segments[...], from: .caller(alice, expires: nil)))
      try hold(200..<500 ~= answer.status, "the status is \(answer.status)")
      if answer.status < 300 { good += 1 }
    }
    #expect(good > 0)
  }
}

/// Reads SQL as a database does, and knows every word that may occur in it.
enum SQLWords {
  static let known: Set<String> = [
    "select", "from", "public", "where", "and", "or", "not", "in", "is", "null", "true", "false", "like", "ilike",
    "glob", "escape", "collate",
    "order", "by", "desc", "nulls", "first", "last", "limit", "offset", "case", "when", "then", "end", "exists",
    "json_each", "as", "one", "other",
    "value", "json_holds", "uuid", "text", "boolean", "integer", "bigint", "double", "precision", "timestamptz", "date",
    "jsonb", "1", "json_type", "json_text", "json_agg", "row_to_json", "group_concat", "coalesce", "item", "embedded",
    "else", "cast", "replace", "rtrim", "substr", "26", "10", "0",
  ]
  static let names = Set(
    ["todos", "C", "steps"] + (AskedDatabase.todos.columns + AskedDatabase.steps.columns).map(\.name))
  /// The texts of statements, which no input changes.
  static let literals: Set<String> = [
    "", #"\"#, "[", "]", "[]", ",", "}", "{}", "null", "text", "true", "false", "0", ".", "T", " ", "+00", "uuid",
    "boolean", "integer", "bigint", "double", "timestamp", "date", "json", "texts", "revision",
  ]

  /// The first token that is neither a keyword, an operator, a parameter nor a known name.
  static func stranger(in sql: String, shown: [String]) -> String? {
    var rest = Substring(sql)
    while let first = rest.unicodeScalars.first {
      switch first {
      case "\"":
        guard let (name, after) = quoted(rest) else { return String(rest) }
        guard names.contains(name) || shown.contains(name) else { return name }
        rest = after
      case "'":
        let literal = rest.dropFirst().prefix { $0 != "'" }
        guard literals.contains(String(literal)) else { return String(rest) }
        rest = rest.dropFirst(literal.count + 2)
      case "a"..."z", "A"..."Z", "0"..."9", "_":
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard known.contains(String(word)) else { return String(word) }
        rest = rest.dropFirst(word.count)
      case "$":
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return String(rest) }
        rest = rest.dropFirst(1 + digits.count)
      case "-":
        // The only number that is not a parameter: no limit.
        guard rest.hasPrefix("-1 offset") || rest.hasPrefix("->") else { return String(rest) }
        rest = rest.dropFirst()
      case "(", ")", ",", ".", " ", "=", "<", ">", "@", "&", ":", "[", "]", "*", "|": rest = rest.dropFirst()
      default: return String(rest)
      }
    }
    return nil
  }

  private static func quoted(_ text: Substring) -> (String, Substring)? {
    var name = ""
    var scalars = text.unicodeScalars.dropFirst()
    while let scalar = scalars.popFirst() {
      if scalar == "\0" { return nil }
      if scalar == "\"" {
        guard scalars.first == "\"" else { return (name, Substring(scalars)) }
        scalars.removeFirst()
      }
      name.unicodeScalars.append(scalar)
    }
    return nil
  }

  static func highest(in sql: String) -> Int {
    sql.split(separator: "$").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }.max() ?? 0
  }
}
