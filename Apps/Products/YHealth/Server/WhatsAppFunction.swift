internal import HTTP
internal import JSON
internal import Kernel
internal import Platform
internal import Relational
package import ServerFunctions
internal import Tokens
internal import WhatsApp

/// The function `whatsapp`: links a caller's number by a code, and has the coach write to it. The function
/// `whatsapp-webhook` hears from the Cloud API.
package enum WhatsAppFunction {
  static let name = "whatsapp"
  static let longestBody = 4_096

  /// Returns both functions; without an account the first says that there is none, and there is no second. `code` makes the
  /// codes.
  package static func functions(
    _ account: WhatsAppAccount?, code: @escaping @Sendable () -> String = WhatsAppFunction.code
  ) -> [ServerFunction] {
    let linking = ServerFunction(name, bodyLimit: longestBody, sendsRequests: account?.access != nil) { call, context in
      guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
      guard call.caller.role == .authenticated, let person = call.caller.user else {
        return .refusal("FORBIDDEN", "Sign in first.", .forbidden)
      }
      guard let json = try? JSON(bytes: call.body, deepest: 4), let act = json["act"]?.string else { return malformed }
      guard let account else { return act == "look" ? look(nil, isStopped: false) : none }
      guard let tables = context.tables else { return unavailable }
      let desk = WhatsAppDesk(account: account, person: person, tables: tables, context: context, makeCode: code)
      do throws(Failure) {
        return try await desk.answer(act, json)
      } catch {
        context.log.warning("a question about WhatsApp was not answered: \(open: error.code)")
        return unavailable
      }
    }
    return [linking] + (account?.access.map { [WhatsAppWebhook.function($0)] } ?? [])
  }

  /// A code of six digits from the system's random numbers.
  package static let code: @Sendable () -> String = {
    let digits = String(UInt32.random(in: 0...999_999))
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  static func look(_ account: WhatsAppAccount?, isStopped: Bool) -> FunctionAnswer {
    FunctionAnswer([
      "number": account.map { .string($0.coach.text) } ?? .null, "verifies": .bool(account?.access != nil),
      "stopped": .bool(isStopped),
    ])
  }

  static let malformed = FunctionAnswer.refusal("MALFORMED", "Send {\"act\": ...} with its values.", .badRequest)
  static let none = FunctionAnswer.refusal("NO_WHATSAPP", "This server sends nothing by WhatsApp.", .conflict)
  static let unavailable = FunctionAnswer.refusal(
    "UNAVAILABLE", "This cannot be done now. Try again later.", .unavailable)
}

/// One call of the function `whatsapp`.
struct WhatsAppDesk: Sendable {
  static let codeLasts = 600.0
  static let mostWrong = 5
  static let mostAsks = 5
  static let asksIn = 3_600.0

  let account: WhatsAppAccount
  let person: String
  let tables: FunctionTables
  let context: FunctionContext
  let makeCode: @Sendable () -> String

  private var now: Date { context.time.now().date }
  private var nowText: Relational.Value { .text(Moment(now).text) }
  private var mine: Filter { .compare("owner", .equal, .text(person)) }

  func answer(_ act: String, _ json: JSON) async throws(Failure) -> FunctionAnswer {
    let row = try await row()
    if act == "look" { return WhatsAppFunction.look(account, isStopped: instant(row, "stopped_at") != nil) }
    if act == "unlink" {
      // The row stays, since it counts the codes that were asked for.
      let columns = ["phone", "mark", "verified_at", "pending", "code_hash", "stopped_at", "sent_at", "notice"]
      _ = try await tables.update(
        WhatsAppTables.name, where: mine, Dictionary(uniqueKeysWithValues: columns.map { ($0, Relational.Value.null) }),
        as: .service)
      return FunctionAnswer(["unlinked": true])
    }
    guard let access = account.access else { return WhatsAppFunction.none }
    switch act {
    case "ask": return try await ask(json, row, access)
    case "confirm": return try await confirm(json, row, access)
    case "resume":
      _ = try await tables.update(WhatsAppTables.name, where: mine, ["stopped_at": .null], as: .service)
      return FunctionAnswer(["stopped": false])
    case "write": return try await write(json, row, access)
    default: return WhatsAppFunction.malformed
    }
  }

  private func row() async throws(Failure) -> JSON? {
    var select = Select(try tables.table(WhatsAppTables.name))
    select.filter = mine
    return try await tables.rows(select, as: .service).first
  }

  private func instant(_ row: JSON?, _ column: String) -> Date? { row?[column]?.string.flatMap { Moment.date($0) } }
  private func count(_ row: JSON?, _ column: String) -> Int { row?[column]?.number.flatMap { Int(exactly: $0) } ?? 0 }

  // MARK: Linking

  private func ask(
    _ json: JSON, _ row: JSON?, _ access: WhatsAppAccount.Access
  ) async throws(Failure) -> FunctionAnswer {
    guard let number = json["phone"]?.string.flatMap({ WhatsAppNumber($0) }) else { return WhatsAppFunction.malformed }
    // The codes within an hour are counted, also those that were not entered.
    let isRecent = instant(row, "asked_at").map { now.timeIntervalSince($0) < WhatsAppDesk.asksIn } ?? false
    let asks = isRecent ? count(row, "asks") + 1 : 1
    guard asks <= WhatsAppDesk.mostAsks else {
      return .refusal("TOO_MANY", "Too many codes were asked for. Try again in an hour.", .conflict)
    }
    let code = makeCode()
    guard let hash = try? access.hash("\(person) \(number.digits) \(code)") else { return WhatsAppFunction.unavailable }
    let values: [String: Relational.Value] = [
      "pending": .text(number.text), "code_hash": .text(hash), "asked_at": nowText, "asks": .int(asks),
      "wrong": .int(0),
    ]
    if row == nil {
      try await tables.insert(
        values.merging(["owner": .text(person)]) { $1 }, into: WhatsAppTables.name, as: .service)
    } else {
      _ = try await tables.update(WhatsAppTables.name, where: mine, values, as: .service)
    }
    do throws(Problem) {
      try await access.send(access.codeTemplate, code, isCode: true, to: number, by: context.send)
    } catch {
      return refusal(error)
    }
    return FunctionAnswer(["sent": true])
  }

  private func confirm(
    _ json: JSON, _ row: JSON?, _ access: WhatsAppAccount.Access
  ) async throws(Failure) -> FunctionAnswer {
    guard let code = json["code"]?.string, code.utf8.count <= 20 else { return WhatsAppFunction.malformed }
    guard let number = row?["pending"]?.string.flatMap({ WhatsAppNumber($0) }), let hash = row?["code_hash"]?.string,
      let asked = instant(row, "asked_at"), (0...WhatsAppDesk.codeLasts).contains(now.timeIntervalSince(asked))
    else { return .refusal("EXPIRED", "This code is not valid any more. Have another one sent.", .conflict) }
    let wrong = count(row, "wrong")
    guard wrong < WhatsAppDesk.mostWrong else {
      return .refusal("TOO_MANY", "Too many wrong codes. Have another one sent.", .conflict)
    }
    // Counted before it is compared, and by one call alone, so that no two calls at once try more.
    let isCounted =
      try await tables.update(
        WhatsAppTables.name, where: .all([mine, .compare("wrong", .equal, .int(wrong))]), ["wrong": .int(wrong + 1)],
        as: .service
      ).count == 1
    guard isCounted else { return WhatsAppFunction.unavailable }
    guard let own = try? access.hash("\(person) \(number.digits) \(code)"), own == hash,
      let mark = try? access.hash(number.digits)
    else { return .refusal("WRONG", "This is not the code that was sent.", .conflict) }
    _ = try await tables.update(
      WhatsAppTables.name, where: mine,
      [
        "phone": .text(number.text), "mark": .text(mark), "verified_at": nowText, "pending": .null, "code_hash": .null,
        "wrong": .int(0), "stopped_at": .null,
      ], as: .service)
    return FunctionAnswer(["phone": .string(number.text)])
  }

  // MARK: Messages

  private func write(
    _ json: JSON, _ row: JSON?, _ access: WhatsAppAccount.Access
  ) async throws(Failure) -> FunctionAnswer {
    guard let notice = json["notice"]?.string, (1...200).contains(notice.count),
      let rhythm = json["rhythm"]?.string.flatMap({ WhatsAppRhythm(rawValue: $0) })
    else { return WhatsAppFunction.malformed }
    guard let number = row?["phone"]?.string.flatMap({ WhatsAppNumber($0) }) else {
      return .refusal("UNLINKED", "No number is linked.", .conflict)
    }
    let isDue = instant(row, "sent_at").map { now.timeIntervalSince($0) >= rhythm.pause } ?? true
    guard instant(row, "stopped_at") == nil, row?["notice"]?.string != notice, isDue else { return unsent }
    // Of two devices at once one finds the row as it was.
    let sentAt = nowText
    let before = row?["sent_at"]?.string.map { Filter.compare("sent_at", .equal, .text($0)) } ?? .isNull("sent_at")
    let isOurs =
      try await tables.update(
        WhatsAppTables.name, where: .all([mine, before]), ["sent_at": sentAt, "notice": .text(notice)], as: .service
      ).count == 1
    guard isOurs else { return unsent }
    do throws(Problem) {
      try await access.send(access.messageTemplate, nil, to: number, by: context.send)
    } catch {
      // Only after a refusal: a message without an answer may have gone, and would go twice.
      if [Problem.whatsAppUnreached.code, Problem.whatsAppNotSent.code].contains(error.code) {
        try await putBack(row, over: sentAt)
      }
      return refusal(error)
    }
    return FunctionAnswer(["sent": true])
  }

  /// Restores what a refused message has replaced, unless another call has written since.
  private func putBack(_ row: JSON?, over sentAt: Relational.Value) async throws(Failure) {
    func old(_ column: String) -> Relational.Value { row?[column]?.string.map { .text($0) } ?? .null }
    _ = try await tables.update(
      WhatsAppTables.name, where: .all([mine, .compare("sent_at", .equal, sentAt)]),
      ["sent_at": old("sent_at"), "notice": old("notice")], as: .service)
  }

  private var unsent: FunctionAnswer { FunctionAnswer(["sent": false]) }

  private func refusal(_ problem: Problem) -> FunctionAnswer {
    context.log.warning("a message was not sent by WhatsApp: \(code: problem)")
    if problem.code == Problem.whatsAppUnreached.code {
      return .refusal("UNREACHED", "This number has no WhatsApp, or accepts no messages.", .conflict)
    }
    return .refusal("NOT_SENT", "WhatsApp did not take the message. Try again later.", .conflict)
  }
}
