internal import JSON
internal import Kernel
internal import Platform
internal import Relational
internal import ServerFunctions
internal import Tokens
internal import WhatsApp

/// The function `whatsapp-webhook`: the Cloud API proves itself by its signature, and says what people wrote. Of their
/// messages only a STOP is read, which ends the coach's messages.
enum WhatsAppWebhook {
  static let name = "whatsapp-webhook"
  static let signature = "x-hub-signature-256"
  static let longestBody = 262_144
  static let mostMessages = 200
  static let stops: Set<String> = ["stop", "stopp", "unsubscribe", "cancel", "end", "quit"]

  static func function(_ access: WhatsAppAccount.Access) -> ServerFunction {
    ServerFunction(webhook: name, headers: [signature], bodyLimit: longestBody) { call, context in
      switch call.method {
      case "GET": return subscribed(call, access)
      case "POST": break
      default: return .refusal("METHOD", "Ask with GET or POST.", .methodNotAllowed)
      }
      guard access.signed(call.body, call.headers[signature]) else {
        return .refusal("FORBIDDEN", "The signature is not valid.", .forbidden)
      }
      guard let tables = context.tables, let json = try? JSON(bytes: call.body, deepest: 32) else {
        return .refusal("MALFORMED", "This is no JSON.", .badRequest)
      }
      do throws(Failure) {
        for number in Set(stopped(json)) {
          guard let mark = try? access.hash(number.digits) else { continue }
          _ = try await tables.update(
            WhatsAppTables.name, where: .compare("mark", .equal, .text(mark)),
            ["stopped_at": .text(Moment(context.time.now().date).text)], as: .service)
        }
      } catch {
        // The Cloud API sends it again.
        context.log.warning("a message of WhatsApp was not taken: \(open: error.code)")
        return WhatsAppFunction.unavailable
      }
      return FunctionAnswer(["taken": true])
    }
  }

  /// Answers the question by which the Cloud API learns that this address is the app's.
  private static func subscribed(_ call: FunctionCall, _ access: WhatsAppAccount.Access) -> FunctionAnswer {
    guard call.query["hub.mode"] == "subscribe", let word = call.query["hub.verify_token"],
      let own = try? access.hash(access.verifyToken.revealed), let given = try? access.hash(word), own == given,
      let challenge = call.query["hub.challenge"], (1...15).contains(challenge.utf8.count),
      challenge.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Double(challenge)
    else { return .refusal("FORBIDDEN", "The verify token is not valid.", .forbidden) }
    return FunctionAnswer(.number(number))
  }

  /// The senders of messages that say STOP.
  static func stopped(_ json: JSON) -> [WhatsAppNumber] {
    let changes = (json["entry"]?.array ?? []).prefix(mostMessages).flatMap { $0["changes"]?.array ?? [] }
    let messages = changes.prefix(mostMessages).flatMap { $0["value"]?["messages"]?.array ?? [] }
    return messages.prefix(mostMessages).compactMap { message in
      guard let text = message["text"]?["body"]?.string, text.utf8.count <= 100,
        stops.contains(String(text.lowercased().filter(\.isLetter)))
      else { return nil }
      return message["from"]?.string.flatMap { WhatsAppNumber("+\($0)") }
    }
  }
}
