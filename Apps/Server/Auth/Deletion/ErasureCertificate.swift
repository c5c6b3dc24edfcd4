internal import FoundationEssentials
internal import JSON

/// The statement that an account was erased: when, and how much. It holds nothing that identifies the person.
struct ErasureCertificate: Sendable, Hashable {
  let id: String
  /// In milliseconds since 1970.
  let requested: Int
  let erased: Int
  /// The number of erased rows of each table, of files, sessions and identities.
  let counts: [String: Int]
  /// Shows the operator that this server issued it.
  let signature: String

  init(id: String, requested: Int, erased: Int, counts: [String: Int], _ secrets: Secrets) {
    self.id = id
    self.requested = requested
    self.erased = erased
    self.counts = counts
    signature = secrets.signature(
      ofCertificate: ErasureCertificate.statement(id: id, requested: requested, erased: erased, counts: counts))
  }

  func isGenuine(_ secrets: Secrets) -> Bool {
    Secrets.isSame(
      signature,
      secrets.signature(
        ofCertificate: ErasureCertificate.statement(id: id, requested: requested, erased: erased, counts: counts)))
  }

  var json: JSON {
    [
      "id": .string(id), "requested_at": StoredAccount.text(requested), "erased_at": StoredAccount.text(erased),
      "counts": .object(counts.mapValues { .number(Double($0)) }), "signature": .string(signature),
    ]
  }

  private static func statement(id: String, requested: Int, erased: Int, counts: [String: Int]) -> String {
    let lines = counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([id, String(requested), String(erased)] + lines).joined(separator: "\n")
  }
}

/// The mails about the deletion of an account.
enum DeletionMail {
  case scheduled(erases: Int)
  case kept
  case erased(ErasureCertificate)

  var subject: String {
    switch self {
    case .scheduled: "Your account will be erased"
    case .kept: "Your account is kept"
    case .erased: "Your account was erased"
    }
  }

  var text: String {
    switch self {
    case .scheduled(let erases):
      "Your account will be erased on \(DeletionMail.day(erases)). Until then you can keep it: sign in and choose "
        + "\"Keep my account\".\n\nIf you did not ask for it, sign in, keep your account, and change your password.\n"
    case .kept: "Your account will not be erased. Everything is as it was.\n"
    case .erased(let certificate):
      "Your account and everything in it were erased on \(DeletionMail.day(certificate.erased)).\n\n"
        + "Certificate \(certificate.id)\n"
        + certificate.counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
        + "Signature \(certificate.signature)\n\nThis is the last mail to this address.\n"
    }
  }

  /// The date by UTC, as 2026-12-31.
  static func day(_ instant: Int) -> String {
    String((StoredAccount.text(instant).string ?? "").prefix(10))
  }
}
