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
  /// The value of `type` in the link.
  var linkType: String
  let link = Secrets.token()
  let code = Secrets.code()

  init(_ kind: OneTimeToken.Kind, to address: AccountAddress, _ challenge: Challenge?, redirect: WebAddress) {
    self.kind = kind
    self.address = address
    self.challenge = challenge
    self.redirect = redirect
    linkType = kind.linkType
  }
}

extension Auth {
  /// Stores the token of a message, and the mail itself in the outbox. `user` is empty for an address without an account.
  /// Without `words` nothing is to be sent; an entry that stands for nothing is written instead, since a request must cost
  /// the same for known and unknown addresses.
  func keep(
    _ sending: Sending, _ words: MailTexts?, for user: String, in session: any Session, at now: Int,
    isLast: Bool = true
  ) throws(Failure) {
    try keep(sending, for: user, in: session, at: now, isLast: isLast)
    guard case .email(let email) = sending.address else { return }
    if let words { return try post(sending, words, to: email, of: user, in: session) }
    try needs.outbox.decoy(text(.signIn, sending).utf8.count, session)
  }

  /// Stores the token of a message.
  func keep(
    _ sending: Sending, for user: String, in session: any Session, at now: Int, isLast: Bool = true
  ) throws(Failure) {
    let token = OneTimeToken(
      id: id(), kind: sending.kind, user: user, address: sending.address.text,
      codeHash: secrets.hash(ofCode: sending.code, to: sending.address.text), attempts: 0, isLast: isLast,
      challenge: sending.challenge, created: now, expires: now + settings.codeLife * 1000)
    try session.send(token, link: sending.link)
  }

  /// Puts the mail into the outbox.
  func post(
    _ sending: Sending, _ words: MailTexts, to email: EmailAddress, of user: String, in session: any Session
  ) throws(Failure) {
    guard let letter = try? Letter(to: email.text, subject: words.subject, text: text(words, sending)) else {
      needs.log.error("a letter could not be written")
      throw Failure("22000", "a letter could not be written")
    }
    try needs.outbox.post(letter, user.isEmpty ? nil : user, session)
  }

  private func text(_ words: MailTexts, _ sending: Sending) -> String {
    words.text(link: link(sending), code: sending.code, minutes: settings.codeLife / 60)
  }

  /// Hands over the message without waiting for delivery, whose duration would reveal whether an account exists. A mail is
  /// in the outbox already.
  func deliver(_ words: MailTexts?, _ sending: Sending) async throws(AuthError) {
    switch sending.address {
    case .email: await needs.outbox.wake()
    case .phone(let phone):
      guard let words else { return }
      guard let text = needs.text else { throw .noText }
      guard await text(phone.text, words.short(code: sending.code)) else { throw .tooManyMails(60) }
    }
  }

  /// The address that the recipient follows.
  func link(_ sending: Sending) -> String {
    let fields = [
      FormFields.Field("token", sending.link), .init("type", sending.linkType),
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
