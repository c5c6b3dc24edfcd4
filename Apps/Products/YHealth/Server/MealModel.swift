internal import HTTP
internal import JSON
internal import Kernel
internal import Platform

/// One food that a model recognized on a picture, with its amount.
struct MealItem: Sendable, Hashable {
  let name: String
  let grams: Double
  let confidence: Double

  static let most = 20

  init?(_ json: JSON) {
    guard let said = json["name"]?.string, let grams = json["grams"]?.number, (0...5_000).contains(grams),
      let confidence = json["confidence"]?.number, (0...1).contains(confidence)
    else { return nil }
    let name = said.trimmed
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard (1...200).contains(name.count), name.utf8.count <= 2_000, isPlain else { return nil }
    (self.name, self.grams, self.confidence) = (name, grams, confidence)
  }

  var json: JSON { ["name": .string(name), "grams": .number(grams), "confidence": .number(confidence)] }
}

/// A client of a self-hosted model: sends a picture's bytes and receives `{"items": [...]}`.
struct MealModel: Sendable {
  private static let patience = Duration.seconds(20)
  private static let largestAnswer = 65_536

  private let address: String

  init(_ address: String) throws(Problem) {
    guard Outgoing.isEncrypted(address), address.utf8.count <= 2_000 else {
      throw Problem(
        "meal-model", "“\(address.prefix(80))” is not a valid address of a model.", safe: "Nothing was started.",
        remedy: "Give the full address, such as https://model.example.org/meals; http:// is for this machine alone.")
    }
    self.address = address
  }

  /// Returns the valid recognized items, at most `MealItem.most`.
  func items(
    on picture: [UInt8], type: String, sending send: (Outgoing) async throws(Problem) -> Incoming
  ) async throws(Problem) -> [MealItem] {
    var question = Outgoing(
      "POST", address, headers: [.init("content-type", type), .init("accept", "application/json")], body: picture)
    question.limits.total = MealModel.patience
    question.limits.answer = MealModel.largestAnswer
    let answer = try await send(question)
    guard answer.status == 200, let json = try? JSON(bytes: answer.body, deepest: 8), let items = json["items"]?.array
    else {
      throw Problem(
        "meal-model", "The model's answer could not be read (\(answer.status)).", safe: "The picture is kept.",
        remedy: "Try again in a while.")
    }
    return items.lazy.compactMap { MealItem($0) }.prefix(MealItem.most).map(\.self)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
