internal import JSON
public import Relational
internal import SyncWire
public import Tokens

/// A database function that callers may run.
struct StoredFunction: Sendable, Hashable {
  struct Argument: Sendable, Hashable {
    let name: String
    let type: String
    /// Whether the argument may be omitted.
    let hasDefault: Bool
  }

  let name: String
  let arguments: [Argument]

  /// Returns the call with the given arguments, as one JSON value; nil when they do not match its own.
  func sql(_ given: [String]) -> String? {
    guard Set(given).count == given.count, given.allSatisfy({ name in arguments.contains { $0.name == name } }),
      arguments.allSatisfy({ $0.hasDefault || given.contains($0.name) })
    else { return nil }
    let function = "public.\(Dialect.quoted(name))"
    if given.isEmpty { return "select to_json(\(function)())::text" }
    let taken = arguments.filter { given.contains($0.name) }
    let named = taken.map { "\(Dialect.quoted($0.name)) => given.\(Dialect.quoted($0.name))" }
    let types = taken.map { "\(Dialect.quoted($0.name)) \($0.type)" }
    return "select to_json(\(function)(\(named.joined(separator: ", "))))::text "
      + "from json_to_record($1::json) as given (\(types.joined(separator: ", ")))"
  }
}

extension PostgresStore {
  /// Bytes of a function's arguments.
  private static func mostArguments(of function: String) -> Int { function == "sync_push" ? Push.mostBytes : 1 << 20 }

  public func call(
    _ function: String, _ arguments: [UInt8], mayWrite: Bool, as caller: Caller
  ) async throws(Failure) -> [UInt8]? {
    guard let stored = functions[function] else { return nil }
    let most = PostgresStore.mostArguments(of: function)
    guard arguments.count <= most else {
      throw Failure("54000", "\(function) takes at most \(most >> 20) MiB")
    }
    let given = try PostgresStore.keys(of: arguments)
    guard let sql = stored.sql(given) else {
      throw Failure(
        "PGRST202",
        "Could not find the function public.\(function)(\(given.sorted().joined(separator: ", "))) in the schema cache")
    }
    let asking = CallerSetup.statements(caller, mayWrite: mayWrite)
    let parameters = given.isEmpty ? [] : [Parameter(bytes: arguments)]
    let statements = asking + [PostgresStatement(sql, parameters)] + (mayWrite ? ending : [])
    let place = asking.count
    let (answer, told) = try await pool.with(again: !mayWrite) { link throws(Failure) in
      let answers = try link.run(statements)
      let told = answers.count > place + 1 ? answers[place + 1].text(0, 0) : nil
      return (answers[place].bytes(0, 0) ?? Array("null".utf8), told)
    }
    tell(told)
    return PostgresStore.compact(answer, true)
  }

  /// Returns the argument names, by which PostgREST selects a function.
  static func keys(of arguments: [UInt8]) throws(Failure) -> [String] {
    var keys: [String] = []
    do throws(JSONFlaw) {
      var reader = JSONReader(arguments)
      guard try reader.peek() == .object else { throw reader.flaw("is not an object of arguments") }
      try reader.openObject()
      while let key = try reader.nextKey() {
        guard keys.count < 100 else { throw reader.flaw("has too many arguments") }
        keys.append(reader.string(key))
        try reader.skip()
      }
      try reader.finish()
    } catch {
      throw Failure("22P02", "invalid input syntax for type json", details: error.sentence)
    }
    guard !JSONReader.escapesNull(arguments) else {
      throw Failure("22P05", "unsupported Unicode escape sequence", details: "\\u0000 cannot be converted to text.")
    }
    return keys
  }
}
