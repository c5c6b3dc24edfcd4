internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Objects
internal import Tokens
internal import Transport

/// The function `meal-photo`: recognizes the food on an uploaded picture. Without a model the list is empty and the
/// app asks the user.
struct MealPhoto: Sendable {
  static let name = "meal-photo"
  static let bucket = "meal-photos"
  static let largest = 10 << 20

  let objects: Objects
  let model: MealModel?
  let log: Log

  func answer(_ request: Request, _ caller: Caller) async -> Response {
    guard request.method == .post else {
      return Functions.refusal("METHOD", "Ask with POST.", Status(405, "Method Not Allowed"))
    }
    guard caller.role == .authenticated, let person = caller.user else {
      return Functions.refusal("FORBIDDEN", "Sign in first: pictures belong to persons.", .forbidden)
    }
    guard let json = try? JSON(bytes: request.body, deepest: 4), let object = json["object"]?.string,
      let entry = json["entry_id"]?.string, UUID(uuidString: entry) != nil
    else {
      return Functions.refusal(
        "MALFORMED", "Send {\"object\": ..., \"entry_id\": ...}, the second a UUID.", .badRequest)
    }
    let own = "\(MealPhoto.bucket)/\(person)/"
    guard object.hasPrefix(own), object.utf8.count > own.utf8.count else {
      return Functions.refusal("OBJECT", "The picture lies beneath \(own) and nowhere else.", .badRequest)
    }
    do throws(Problem) {
      let name = String(object.dropFirst(MealPhoto.bucket.count + 1))
      guard let file = try await objects.file(name, in: MealPhoto.bucket) else { return MealPhoto.missing }
      guard let model else { return MealPhoto.response([]) }
      guard let bytes = try await objects.bytes(of: file) else { return MealPhoto.missing }
      return MealPhoto.response(try await model.items(on: bytes, type: file.type))
    } catch {
      log.warning("a picture was not looked at: \(code: error)")
      return Functions.refusal("MODEL", "Nobody could look at the picture now. Try again later.", .badGateway)
    }
  }

  private static var missing: Response {
    Functions.refusal("NOT_FOUND", "There is no such picture. Upload it first.", .notFound)
  }

  private static func response(_ items: [MealItem]) -> Response {
    let json: JSON = ["items": .array(items.map(\.json))]
    return .json((try? JSON.data(json)).map(Array.init) ?? [], headers: ["cache-control": "no-store"])
  }
}
