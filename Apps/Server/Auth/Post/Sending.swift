internal import Kernel
internal import Mail
internal import Relational
internal import Transport

/// A message with a new link and code, by which the recipient proves having received it.
struct Sending: Sendable {
  let kind: OneTimeToken.Kind
  let address: AccountAddress
  let challenge: Challenge?
  let redirect: WebAddress
  let link = Secrets.token()
  let code = Secrets.code()

  init(_ kind: OneTimeToken.Kind, to address: AccountAddress, _ challenge: Challenge?, redirect: WebAddress) {
    self.kind = kind
    self.address = address
    self.challenge = challenge
    self.redirect = redirect
  }
}

extension Auth {
  /// Stores the token of a message. `user` is empty for an address without an account.
  func keep(
    _ sending: Sending, for user: String, in session: any Session, at now: Int, isLast: Bool = true
  ) throws(Failure) {
    let token = OneTimeToken(
      id: id(), kind: sending.kind, user: user, address: sending.address.text,
      codeHash: secrets.hash(ofCode: sending.code, to: sending.address.text), attempts: 0, isLast: isLast,
      challenge: sending.challenge, created: now, expires: now + settings.codeLife * 1000)
    try session.send(token, link: sending.link)
  }

  /// Queues the message without waiting for delivery, whose duration would reveal whether an account exists.
  func deliver(_ words: MailTexts, _ sending: Sending) async throws(AuthError) {
    switch sending.address {
    case .email(let email):
      let text = words.text(link: link(sending), code: sending.code, minutes: settings.codeLife / 60)
      guard let letter = try? Letter(to: email.text, subject: words.subject, text: text) else {
        needs.log.error("a letter could not be written")
        throw .failed
      }
      guard await needs.post(letter) else { throw .tooManyMails(60) }
    case .phone(let phone):
      guard let text = needs.text else { throw .noText }
      guard await text(phone.text, words.short(code: sending.code)) else { throw .tooManyMails(60) }
    }
  }

  private func link(_ sending: Sending) -> String {
    let fields = [
      FormFields.Field("token", sending.link), .init("type", sending.kind.linkType),
      .init("redirect_to", sending.redirect.text),
    ]
    return "\(settings.url)/verify?\(FormFields(fields).text)"
  }
}

extension OneTimeToken.Kind {
  /// The value of `type` in a link.
  var linkType: String {
    switch self {
    case .confirmation: "signup"
    case .recovery: "recovery"
    case .reauthentication: "reauthentication"
    case .emailChangeCurrent, .emailChangeNew: "email_change"
    case .phoneCode: "sms"
    case .phoneChange: "phone_change"
    }
  }
}
