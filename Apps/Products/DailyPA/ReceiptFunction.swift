internal import JSON
internal import Kernel
package import Receipts
package import ServerFunctions
internal import Tokens

/// The function `receipt`: reads the values of a receipt from its picture, for devices that cannot. The picture is not kept.
package enum ReceiptFunction {
  static let name = "receipt"

  /// One picture is read at a time, for at most twenty seconds, while two may wait.
  package static func function(
    reader: ReceiptReader = ReceiptReader(patience: 20_000, mostWaiting: 2)
  ) -> ServerFunction {
    ServerFunction(name, bodyLimit: ReceiptReader.largest) { call, context in
      guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
      guard call.caller.role == .authenticated else {
        return .refusal("FORBIDDEN", "Sign in first.", .forbidden)
      }
      do throws(Problem) {
        return FunctionAnswer(try await reader.read(call.body).json)
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
}
