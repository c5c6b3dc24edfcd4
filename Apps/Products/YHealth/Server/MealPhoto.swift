internal import JSON
package import Kernel
internal import Platform
package import ServerFunctions
internal import Tokens

/// The function `meal-photo`: recognizes the food on an uploaded picture. Without a model the list is empty and the
/// app asks the user.
package struct MealPhoto: Sendable {
  static let name = "meal-photo"
  static let bucket = "meal-photos"
  static let largest = 10 << 20

  private let model: MealModel?

  /// Returns the function, which asks the model at this address. Throws for an invalid address.
  package static func function(model address: String?) throws(Problem) -> ServerFunction {
    let photo = MealPhoto(model: try address.map { address throws(Problem) in try MealModel(address) })
    return ServerFunction(
      name, buckets: [ServerBucket(bucket, types: ["image/*"], largest: largest)], sendsRequests: photo.model != nil
    ) { call, context in await photo.answer(call, context) }
  }

  private func answer(_ call: FunctionCall, _ context: FunctionContext) async -> FunctionAnswer {
    guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
    guard call.caller.role == .authenticated, let person = call.caller.user else {
      return .refusal("FORBIDDEN", "Sign in first: pictures belong to persons.", .forbidden)
    }
    guard let json = try? JSON(bytes: call.body, deepest: 4), let object = json["object"]?.string,
      let entry = json["entry_id"]?.string, UUID(uuidString: entry) != nil
    else {
      return .refusal("MALFORMED", "Send {\"object\": ..., \"entry_id\": ...}, the second a UUID.", .badRequest)
    }
    let own = "\(MealPhoto.bucket)/\(person)/"
    guard object.hasPrefix(own), object.utf8.count > own.utf8.count else {
      return .refusal("OBJECT", "The picture lies beneath \(own) and nowhere else.", .badRequest)
    }
    do throws(Problem) {
      let name = String(object.dropFirst(MealPhoto.bucket.count + 1))
      guard let file = try await context.file(name, MealPhoto.bucket) else { return MealPhoto.missing }
      guard let model else { return FunctionAnswer(["items": []]) }
      guard let bytes = try await file.bytes() else { return MealPhoto.missing }
      let items = try await model.items(on: bytes, type: file.type, sending: context.send)
      return FunctionAnswer(["items": .array(items.map(\.json))])
    } catch {
      context.log.warning("a picture was not looked at: \(code: error)")
      return .refusal("MODEL", "Nobody could look at the picture now. Try again later.", .badGateway)
    }
  }

  private static let missing = FunctionAnswer.refusal(
    "NOT_FOUND", "There is no such picture. Upload it first.", .notFound)
}
