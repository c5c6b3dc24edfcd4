internal import HTTP
internal import JSON
package import Kernel
internal import Platform
internal import Signing
internal import WhatsApp

/// A business account at the WhatsApp Cloud API: the coach's number, and what sends its messages.
package struct WhatsAppAccount: Sendable {
  private static let longestFile = 65_536
  fileprivate static let longestAnswer = 65_536
  fileprivate static let patience = Duration.seconds(20)

  /// The access to the Cloud API.
  struct Access: Sendable {
    /// The address of the phone number: `https://graph.facebook.com/v23.0/PHONE_NUMBER_ID`.
    let address: String
    let token: Redacted<String>
    /// The app's secret, with which webhooks are signed.
    let secret: Redacted<String>
    /// The word that the dashboard of the app and this server share.
    let verifyToken: Redacted<String>
    /// The approved templates for a code and for a message of the coach.
    let codeTemplate: String
    let messageTemplate: String
    let language: String
  }

  let coach: WhatsAppNumber
  /// Nil for a number to which people write, and from which nothing is sent.
  let access: Access?

  /// Reads an account from a file of JSON. Throws with the reason for one that cannot be used.
  package init(file path: String) throws(Problem) {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= WhatsAppAccount.longestFile else {
      throw .whatsAppFile("cannot be read, or is too long")
    }
    try self.init(Array(data))
  }

  package init(_ bytes: [UInt8]) throws(Problem) {
    guard let json = try? JSON(bytes: bytes, deepest: 4) else { throw .whatsAppFile("is no JSON") }
    guard let coach = json["number"]?.string.flatMap({ WhatsAppNumber($0) }) else {
      throw .whatsAppFile("has no \"number\" with its country code")
    }
    self.coach = coach
    guard let address = json["api"]?.string else {
      access = nil
      return
    }
    guard address.hasPrefix("https://") || address.hasPrefix("http://"), address.utf8.count <= 2_000 else {
      throw .whatsAppFile("has no valid address as \"api\"")
    }
    func word(_ name: String) throws(Problem) -> String {
      guard let text = json[name]?.string, (1...1_000).contains(text.utf8.count),
        text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
      else { throw .whatsAppFile("has no \"\(name)\"") }
      return text
    }
    access = Access(
      address: address.last == "/" ? String(address.dropLast()) : address, token: Redacted(try word("token")),
      secret: Redacted(try word("secret")), verifyToken: Redacted(try word("verify_token")),
      codeTemplate: try word("code_template"), messageTemplate: try word("message_template"),
      language: try word("language"))
  }
}

extension WhatsAppAccount.Access {
  /// Sends a template with a text, and for a code with the button that copies it. Throws when the Cloud API did not take it.
  func send(
    _ template: String, _ text: String?, isCode: Bool = false, to number: WhatsAppNumber,
    by send: (Outgoing) async throws(Problem) -> Incoming
  ) async throws(Problem) {
    var parts: [JSON] = []
    if let text {
      let words: JSON = .array([["type": "text", "text": .string(text)]])
      parts.append(["type": "body", "parameters": words])
      if isCode { parts.append(["type": "button", "sub_type": "url", "index": "0", "parameters": words]) }
    }
    let message: JSON = [
      "messaging_product": "whatsapp", "recipient_type": "individual", "to": .string(number.digits), "type": "template",
      "template": [
        "name": .string(template), "language": ["code": .string(language)], "components": .array(parts),
      ],
    ]
    guard let body = try? JSON.data(message) else { throw .whatsAppNotSent }
    var request = Outgoing(
      "POST", "\(address)/messages",
      headers: [
        .init("authorization", "Bearer \(token.revealed)"), .init("content-type", "application/json"),
        .init("accept", "application/json"),
      ], body: Array(body))
    request.limits.total = WhatsAppAccount.patience
    request.limits.answer = WhatsAppAccount.longestAnswer
    let answer = try await send(request)
    let json = try? JSON(bytes: answer.body, deepest: 8)
    if answer.status == 200, json?["messages"]?.array?.first?["id"]?.string?.isEmpty == false { return }
    // The number has no WhatsApp, or does not accept messages.
    if json?["error"]?["code"]?.number == 131_026 { throw .whatsAppUnreached }
    // Any other answer, such as that of a gateway, does not say that nothing was sent.
    throw 400...499 ~= answer.status ? .whatsAppNotSent : .whatsAppUnclear
  }

  /// The keyed hash of a text, by which it is compared without being known.
  func hash(_ text: String) throws(Problem) -> String {
    try HMACSHA256.code(of: Array(text.utf8), key: Array(secret.revealed.utf8)).hexadecimal
  }

  /// Whether the app's secret signed exactly these bytes. `header` is `sha256=` with 64 hexadecimal digits.
  func signed(_ body: [UInt8], _ header: String?) -> Bool {
    guard let header, header.hasPrefix("sha256="), header.utf8.count == 71,
      let given = try? Signature(WhatsAppAccount.bytes(header.dropFirst(7))),
      let code = try? HMACSHA256.code(of: body, key: Array(secret.revealed.utf8)), let own = try? Signature(code)
    else { return false }
    return given == own
  }
}

extension WhatsAppAccount {
  /// The bytes of hexadecimal digits; none for anything else.
  fileprivate static func bytes(_ text: Substring) -> [UInt8] {
    var (bytes, rest): ([UInt8], Substring) = ([], text)
    while !rest.isEmpty {
      let pair = rest.prefix(2)
      guard pair.allSatisfy({ $0.isASCII && $0.isHexDigit }), let byte = UInt8(pair, radix: 16) else { return [] }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

extension Problem {
  fileprivate static func whatsAppFile(_ reason: String) -> Problem {
    Problem(
      "whatsapp-file", "The file of the WhatsApp account \(reason).", safe: "Nothing was started.",
      remedy: "Documentation/Server.md shows such a file.")
  }

  static let whatsAppUnreached = Problem(
    "whatsapp-unreached", "This number has no WhatsApp, or accepts no messages.", safe: "Nothing was linked.",
    remedy: "Check the number.")

  static let whatsAppUnclear = Problem(
    "whatsapp-unclear", "WhatsApp did not say whether it took the message.", safe: "Nothing was linked.",
    remedy: "Try again in a while.")

  static let whatsAppNotSent = Problem(
    "whatsapp-not-sent", "WhatsApp did not take the message.", safe: "Nothing was linked.",
    remedy: "Try again in a while.")
}
