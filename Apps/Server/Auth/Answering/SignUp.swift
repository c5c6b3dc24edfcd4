internal import Gate
internal import JSON
internal import Relational
internal import Transport

extension Auth {
  func signUp(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.signUp(question.network))
    let said = try question.body()
    let address = try said.address("signup")
    let data = try Metadata.checked(try said.object("data") ?? [:])
    let challenge = try said.challenge()
    guard settings.allowsSignUp else { throw .signUpDisabled }
    guard let address else {
      guard settings.allowsAnonymous else { throw .anonymousDisabled }
      return try await enterAnonymously(data, on: question.device)
    }
    guard let password = try said.text("password") else { throw .invalid("Signup requires a valid password") }
    try rules.check(password)
    switch address {
    case .email(let email) where settings.confirmsEmail:
      try count(.mail(question.network), .mailOfAccount(email.text))
      let sending = Sending(
        .confirmation, to: address, challenge, redirect: redirects.address(question.query["redirect_to"]))
      return try await signUpLater(sending, try await hash(password), data)
    case .phone(let phone):
      // Without a way to send texts, the owner of a number cannot be verified.
      guard needs.text != nil else { throw .noText }
      try count(.mail(question.network), .mailOfAccount(phone.text))
      let sending = Sending(.phoneCode, to: address, challenge, redirect: redirects.site)
      return try await signUpLater(sending, try await hash(password), data)
    case .email:
      return try await signUpNow(address, try await hash(password), data, on: question.device)
    }
  }

  private func enterAnonymously(_ data: [String: JSON], on device: String?) async throws(AuthError) -> Response {
    let now = now
    var account = StoredAccount(id: id(), created: now)
    account.isAnonymous = true
    account.userMetadata = data
    let new = account
    let entry = try await write { session throws(Failure) in
      try session.insert(new)
      return try self.enter(session, new, by: "anonymous", on: device, at: now)
    }
    return try response(entry)
  }

  /// Signs up without confirmation of the address.
  private func signUpNow(
    _ address: AccountAddress, _ hash: String, _ data: [String: JSON], on device: String?
  ) async throws(AuthError) -> Response {
    let now = now
    let new = newAccount(address, hash, data, at: now)
    let entry = try await write { session throws(Failure) -> Result<SignedInUser, AuthError> in
      var account = new
      if let there = try session.account(at: address) {
        // A code was requested for that address and never used, so the account is still unclaimed.
        guard there.emailConfirmed == nil, there.phoneConfirmed == nil, there.lastSignIn == nil else {
          return .failure(.userExists)
        }
        account = there
        try session.change(
          &account, [.password: .text(hash), .userMetadata: StoredAccount.value(data)], at: now)
      } else {
        try session.insert(account)
      }
      try session.change(&account, [address.confirmedColumn: .int(now)], at: now)
      try session.keepIdentity(account, address.provider, id: self.id(), at: now)
      return .success(try self.enter(session, account, by: "password", on: device, at: now))
    }
    return try response(try entry.orThrow())
  }

  /// Signs up with confirmation by a link or a code sent to the address. The response does not reveal whether the
  /// address was known: new, unconfirmed and existing accounts look and cost the same, and none shows its identities.
  private func signUpLater(
    _ sending: Sending, _ hash: String, _ data: [String: JSON]
  ) async throws(AuthError) -> Response {
    let now = now
    let address = sending.address
    var account = newAccount(address, hash, data, at: now)
    account.confirmationSent = now
    let new = account
    let isKnown = try await write { session throws(Failure) -> Bool in
      guard let there = try session.account(at: address) else {
        try session.insert(new)
        try session.keepIdentity(new, address.provider, id: self.id(), at: now)
        try self.keep(sending, .confirmation, for: new.id, in: session, at: now)
        return false
      }
      guard there.isWaiting(at: address) else {
        try self.keep(sending, .alreadyKnown, for: "", in: session, at: now)
        return true
      }
      // The latest request is the likeliest to come from the address's owner, so its password counts.
      var account = there
      try session.change(
        &account,
        [.password: .text(hash), .userMetadata: StoredAccount.value(data), .confirmationSent: .int(now)], at: now)
      try self.keep(sending, .confirmation, for: there.id, in: session, at: now)
      return false
    }
    try await deliver(isKnown ? .alreadyKnown : .confirmation, sending)
    return .json(new.json([]))
  }

  func newAccount(_ address: AccountAddress, _ hash: String?, _ data: [String: JSON], at now: Int) -> StoredAccount {
    var account = StoredAccount(id: id(), created: now)
    switch address {
    case .email(let email): account.email = email.text
    case .phone(let phone): account.phone = phone.text
    }
    account.password = hash
    account.appMetadata = ["provider": .string(address.provider), "providers": [.string(address.provider)]]
    account.userMetadata = data
    return account
  }
}

extension AccountAddress {
  var provider: String {
    switch self {
    case .email: "email"
    case .phone: "phone"
    }
  }

  var confirmedColumn: AccountColumn {
    switch self {
    case .email: .emailConfirmed
    case .phone: .phoneConfirmed
    }
  }
}

extension StoredAccount {
  /// Whether the address is still unconfirmed.
  func isWaiting(at address: AccountAddress) -> Bool {
    switch address {
    case .email: emailConfirmed == nil
    case .phone: phoneConfirmed == nil
    }
  }
}
