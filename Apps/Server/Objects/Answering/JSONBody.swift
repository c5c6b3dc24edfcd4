internal import JSON
internal import Transport

/// A request's body as a JSON object.
struct JSONBody: Sendable {
  let json: JSON

  init(_ request: Request) throws(Refused) {
    // Some clients declare JSON and send an empty body.
    guard !request.body.isEmpty else {
      json = [:]
      return
    }
    guard let json = try? JSON(bytes: request.body, deepest: 16), json.object != nil else {
      throw .malformed("The body must be a JSON object")
    }
    self.json = json
  }

  subscript(_ name: String) -> JSON? { json[name] }

  func text(_ name: String) throws(Refused) -> String {
    guard let text = json[name]?.string else { throw .malformed("Missing Required Parameter \(name)") }
    return text
  }

  /// Reads an integer, which some clients send as a string.
  func number(_ name: String, in range: ClosedRange<Int>, otherwise: Int? = nil) throws(Refused) -> Int {
    let said: Int?? =
      switch json[name] {
      case nil, .null?: .some(nil)
      case .number(let number)?: Int(exactly: number).map { .some($0) }
      case .string(let text)?: Int(text).map { .some($0) }
      default: nil
      }
    guard let said, let number = said ?? otherwise, range.contains(number) else {
      throw .malformed("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func names(_ name: String) throws(Refused) -> [ObjectName] {
    guard let items = json[name]?.array, 1...1_000 ~= items.count else {
      throw .malformed("\(name) must be a list of 1 to 1000 names")
    }
    var names: [ObjectName] = []
    for item in items {
      guard let text = item.string else { throw .malformed("\(name) must be a list of 1 to 1000 names") }
      names.append(try ObjectName(text))
    }
    return names
  }
}

extension Response {
  static func object(_ fields: [(String, String)]) -> Response {
    var body = JSONObject()
    for (name, value) in fields { body.field(name, value) }
    return .json(body.bytes)
  }
}
