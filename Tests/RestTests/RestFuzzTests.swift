import Foundation
import Relational
import Rest
import Testing
import Tokens
import Transport

/// Honest questions made wrong. `TROUPE_FUZZ_SECONDS` says for how long, `TROUPE_FUZZ_SEED` with which chance.
@Suite struct RestFuzzTests {
  static let seconds = Double(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SECONDS"] ?? "") ?? 1
  static let seed = UInt64(ProcessInfo.processInfo.environment["TROUPE_FUZZ_SEED"] ?? "") ?? 1

  static let fields: [(String, String)] = [
    ("select", "*"), ("select", #"id,t:title,"weird col",rank::int4"#),
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

  static func mutated(_ text: String, _ chance: inout Chance) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 0...3, using: &chance) {
      let at = Int.random(in: 0...scalars.count, using: &chance)
      let end = min(scalars.count, at + Int.random(in: 1...6, using: &chance))
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: scalars.removeSubrange(at..<end)
      case 1: scalars.insert(contentsOf: Array(scalars[at..<end]), at: at)
      default: scalars.insert(contentsOf: words[Int.random(in: words.indices, using: &chance)].unicodeScalars, at: at)
      }
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  static func question(_ chance: inout Chance) -> [FormFields.Field] {
    (0..<Int.random(in: 1...4, using: &chance)).map { _ in
      let (name, value) = fields[Int.random(in: fields.indices, using: &chance)]
      let isNameSpared = Int.random(in: 0..<3, using: &chance) > 0
      return FormFields.Field(isNameSpared ? name : mutated(name, &chance), mutated(value, &chance))
    }
  }

  @Test("No question puts anything into SQL but the words of SQL and names that are known")
  func compiles() throws {
    var chance = Chance(Self.seed)
    var compiled = 0
    let end = ContinuousClock.now + .seconds(Self.seconds)
    while ContinuousClock.now < end {
      let fields = Self.question(&chance)
      guard let query = try? Query(parsing: fields, table: AskedDatabase.todos) else { continue }
      var select = Select(AskedDatabase.todos, shown: query.shown)
      select.filter = query.filter
      select.order = query.order
      select.limit = query.limit
      select.offset = query.offset
      for dialect in [Dialect.sqlite, .postgres] {
        guard let statement = try? Compiler.select(select, in: dialect, policy: nil) else { continue }
        compiled += 1
        let stranger = SQLWords.stranger(in: statement.sql, shown: query.shown.map(\.name))
        try #require(stranger == nil, "\(stranger ?? "") of \(statement.sql) from \(fields), seed \(Self.seed)")
        let highest = SQLWords.highest(in: statement.sql)
        try #require(highest == statement.values.count, "\(statement.sql) \(fields), seed \(Self.seed)")
      }
    }
    #expect(compiled > 0)
  }

  @Test("No request is answered with an error of the server's own")
  func answers() async throws {
    var chance = Chance(Self.seed &+ 1)
    let rest = Rest(AskedDatabase())
    let methods = ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT"]
    let bodies = [
      "", "{}", "[]", #"{"title":"a","done":true}"#, #"[{"title":"a"},{"title":"b"}]"#,
      #"{"meta":{"a":[1]},"tags":["a"]}"#,
    ]
    let headers = [
      "Prefer: return=representation,resolution=merge-duplicates,count=exact",
      "Accept: application/vnd.pgrst.object+json", "Accept: text/csv",
      "Prefer: handling=strict, max-affected=1", "Accept-Profile: public", "Content-Type: application/json",
    ]
    let end = ContinuousClock.now + .seconds(Self.seconds)
    var good = 0
    while ContinuousClock.now < end {
      let method = methods[Int.random(in: methods.indices, using: &chance)]
      let path =
        Bool.random(using: &chance)
        ? "/todos" : ["/rpc/f", "/", "/todos/x", "/nothing"][Int.random(in: 0..<4, using: &chance)]
      let body = Self.mutated(bodies[Int.random(in: bodies.indices, using: &chance)], &chance)
      let header = Self.mutated(headers[Int.random(in: headers.indices, using: &chance)], &chance)
      let line = "\(method) \(path)?\(FormFields(Self.question(&chance)).text)"
      // What is no HTTP is not ours to answer.
      guard let request = try? request(line, [header], body) else { continue }
      let answer = Answer(
        await rest.answer(request, at: request.target.segments[...], from: .caller(alice, expires: nil)))
      try #require(200..<500 ~= answer.status, "\(line) \(header) \(body), seed \(Self.seed)")
      if answer.status < 300 { good += 1 }
    }
    #expect(good > 0)
  }
}

struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Reads SQL as a database does, and knows every word that may stand in it.
enum SQLWords {
  static let known: Set<String> = [
    "select", "from", "public", "where", "and", "or", "not", "in", "is", "null", "true", "false", "like", "ilike",
    "glob", "escape", "collate",
    "order", "by", "desc", "nulls", "first", "last", "limit", "offset", "case", "when", "then", "end", "exists",
    "json_each", "as", "one", "other",
    "value", "json_holds", "uuid", "text", "boolean", "integer", "bigint", "double", "precision", "timestamptz", "date",
    "jsonb", "1",
  ]
  static let names = Set(["todos", "C"] + AskedDatabase.todos.columns.map(\.name))

  /// The first piece that is neither a word of SQL, a sign, a parameter nor a name that is known.
  static func stranger(in sql: String, shown: [String]) -> String? {
    var rest = Substring(sql)
    while let first = rest.unicodeScalars.first {
      switch first {
      case "\"":
        guard let (name, after) = quoted(rest) else { return String(rest) }
        guard names.contains(name) || shown.contains(name) else { return name }
        rest = after
      case "'":
        guard rest.hasPrefix(#"'\'"#) else { return String(rest) }
        rest = rest.dropFirst(3)
      case "a"..."z", "A"..."Z", "0"..."9", "_":
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard known.contains(String(word)) else { return String(word) }
        rest = rest.dropFirst(word.count)
      case "$":
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return String(rest) }
        rest = rest.dropFirst(1 + digits.count)
      case "-":
        // The only number that is no parameter: no limit.
        guard rest.hasPrefix("-1 offset") else { return String(rest) }
        rest = rest.dropFirst()
      case "(", ")", ",", ".", " ", "=", "<", ">", "@", "&", ":", "[", "]", "*": rest = rest.dropFirst()
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
