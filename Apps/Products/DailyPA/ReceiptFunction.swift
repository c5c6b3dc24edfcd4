internal import JSON
internal import Kernel
package import Receipts
package import ServerFunctions
internal import Tokens

/// The function `receipt`: reads the values of a receipt from a picture in the caller's folder, {"object": "receipts/..."}, or
/// from one in the body of the request, which is not kept.
package enum ReceiptFunction {
  static let name = "receipt"
  static let bucket = "receipts"
  static let type = "image/jpeg"

  /// One picture is read at a time, for at most twenty seconds, while two may wait.
  package static func function(
    reader: ReceiptReader = ReceiptReader(patience: 20_000, mostWaiting: 2)
  ) -> ServerFunction {
    ServerFunction(
      name, bodyLimit: ReceiptReader.largest,
      buckets: [ServerBucket(bucket, types: [type], largest: ReceiptReader.largest)]
    ) { call, context in
      guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
      guard call.caller.role == .authenticated, let person = call.caller.user else {
        return .refusal("FORBIDDEN", "Sign in first.", .forbidden)
      }
      do throws(Problem) {
        guard let object = named(in: call.body) else { return FunctionAnswer(try await reader.read(call.body).json) }
        let own = "\(bucket)/\(person)/"
        guard object.hasPrefix(own), object.utf8.count > own.utf8.count else {
          return .refusal("OBJECT", "The picture lies beneath \(own) and nowhere else.", .badRequest)
        }
        let file = try await context.file(String(object.dropFirst(bucket.count + 1)), bucket)
        guard let bytes = try await file?.bytes() else {
          return .refusal("NOT_FOUND", "There is no such picture. Upload it first.", .notFound)
        }
        return FunctionAnswer(try await reader.read(bytes).json)
      } catch {
        context.log.warning("a receipt was not read: \(code: error)")
        switch error.code {
        case "receipt-busy": return .refusal("BUSY", error.sentence, .tooManyRequests)
        case "receipt-no-library", "receipt-no-language": return .refusal("NO_READER", error.sentence, .unavailable)
        default: return .refusal("PICTURE", error.sentence, .badRequest)
        }
      }
    }
  }

  /// The name in a body that is JSON; nil for a picture.
  private static func named(in body: [UInt8]) -> String? {
    guard body.first == UInt8(ascii: "{"), body.count <= 4_096 else { return nil }
    return (try? JSON(bytes: body, deepest: 4))?["object"]?.string
  }
}
