internal import JSON
internal import Relational
internal import Tokens
internal import Transport

extension Rest {
  /// Handles `/rpc/name`: arguments are in the body of a POST, and in the query string of GET and HEAD.
  func call(_ function: String, _ request: Request, for caller: Caller) async throws(Failure) -> Response {
    let isRead = request.method == .get || request.method == .head
    guard isRead || request.method == .post else { throw Self.noSuch(request.method) }
    let media = try ResponseFormat(request.headers)
    let preferences = try Preferences(request.headers)
    let arguments = isRead ? try Self.arguments(request) : try await body(of: request)
    guard Self.isName(function) else { throw Self.noFunction(function) }
    guard let answer = try await database.call(function, arguments, mayWrite: !isRead, as: caller) else {
      throw Self.noFunction(function)
    }
    if answer.isEmpty { return Response(.noContent) }
    if media == .json, preferences.count == nil { return Response.bytes(answer, type: media.contentType) }
    return try Self.shaped(answer, media, preferences)
  }

  /// Applies the count and the media type to a function's result.
  private static func shaped(
    _ answer: [UInt8], _ media: ResponseFormat, _ preferences: Preferences
  ) throws(Failure) -> Response {
    let items = items(answer)
    var content = answer
    switch (media, items) {
    case (.json, _), (.object, nil): break
    case (.object, let items?):
      guard items.count == 1 else { throw .notOne(items.count) }
      content = Array(answer[items[0]])
    case (.csv, _): throw Failure("PGRST107", "None of these media types are available: text/csv")
    }
    let count = items?.count ?? 1
    var headers: Headers = [
      "content-range": TableRequest.range(0, count: count, of: preferences.count == nil ? nil : count),
      "content-type": media.contentType,
    ]
    if let applied = preferences.applied(to: .read) { headers.add("preference-applied", applied) }
    return Response(.ok, headers: headers, content: .bytes(content))
  }

  /// Returns the byte ranges of a list's items; nil when the result is not a list.
  private static func items(_ answer: [UInt8]) -> [Range<Int>]? {
    var reader = JSONReader(answer)
    guard (try? reader.peek()) == .array, (try? reader.openArray()) != nil else { return nil }
    var items: [Range<Int>] = []
    while (try? reader.nextItem()) == true, let item = try? reader.skip() { items.append(item) }
    return items
  }

  // MARK: - Arguments

  private func body(of request: Request) async throws(Failure) -> [UInt8] {
    for field in request.target.query.fields { try Self.refuseShaping(field) }
    guard !request.body.isEmpty else { return Array("{}".utf8) }
    try WriteBody.checkType(request)
    if request.body.count < WriteBody.large {
      try Self.checkObject(request.body)
    } else {
      try await Self.checkObjectElsewhere(request.body)
    }
    return request.body
  }

  @concurrent private static func checkObjectElsewhere(_ body: [UInt8]) async throws(Failure) { try checkObject(body) }

  private static func checkObject(_ body: [UInt8]) throws(Failure) {
    var reader = JSONReader(body)
    do throws(JSONFlaw) {
      guard try reader.peek() == .object else { throw reader.flaw("is no object") }
      try reader.skip()
      try reader.finish()
    } catch {
      throw Failure("PGRST102", "Empty or invalid json", details: error.sentence)
    }
  }

  private static func arguments(_ request: Request) throws(Failure) -> [UInt8] {
    let fields = request.target.query.fields
    guard fields.count <= Query.mostFields else {
      throw Failure("54001", "statement too complex", details: "There may be at most \(Query.mostFields) parameters.")
    }
    var bytes = [UInt8(ascii: "{")]
    for field in fields where !field.name.isEmpty && field.name != "apikey" {
      if try refuseShaping(field) { continue }
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      JSONBytes.append(string: field.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if isObject(field.value) {
        bytes.append(contentsOf: field.value.utf8)
      } else {
        JSONBytes.append(string: field.value, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Whether a query value is a JSON object. A PostgreSQL array literal such as `{1,2}` is not, and stays text.
  private static func isObject(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "{") else { return false }
    return (try? checkObject(Array(text.utf8))) != nil
  }

  /// Refuses parameters that would shape the result; returns whether the field is one that leaves it as it is.
  @discardableResult
  private static func refuseShaping(_ field: FormFields.Field) throws(Failure) -> Bool {
    switch field.name {
    case "select" where field.value == "*" || field.value.isEmpty: return true
    case "select", "order", "limit", "offset", "and", "or", "not.and", "not.or":
      throw Failure(
        "PGRST100", "A function's answer cannot be shaped by \(field.name)",
        hint: "This server gives a function's answer whole. Say in its arguments what is wanted.")
    default: return false
    }
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 63
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private static func noFunction(_ name: String) -> Failure {
    Failure("PGRST202", "Could not find the function public.\(name.prefix(63)) in the schema cache")
  }
}
