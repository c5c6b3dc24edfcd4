internal import FoundationEssentials
internal import JSON
public import Kernel

/// The statement that an account was erased: when, and how much. It holds nothing that identifies the person, and anyone
/// can verify its signature.
public struct ErasureCertificate: Sendable, Hashable {
  /// In bytes; the longest certificate that is read.
  public static let most = 65_536

  public let id: String
  /// Instants as texts, which the signature covers as they are written.
  public let requested: String
  public let erased: String
  /// The number of erased rows of each table, of files, sessions and identities.
  public let counts: [String: Int]
  /// The public key of the server that issued it (Ed25519, base64url).
  public let key: String
  /// The signature of the statement (base64url).
  public let signature: String

  /// `requested` and `erased` are in milliseconds since 1970.
  init(id: String, requested: Int, erased: Int, counts: [String: Int], _ secrets: Secrets) {
    self.id = id
    self.requested = StoredAccount.text(requested).string ?? ""
    self.erased = StoredAccount.text(erased).string ?? ""
    self.counts = counts
    key = secrets.certificateKey
    signature = secrets.signature(
      ofCertificate: ErasureCertificate.statement(id, self.requested, self.erased, counts))
  }

  /// Reads a certificate as the server gave it to a device or wrote it in a mail. Throws for anything else.
  public init(reading bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= ErasureCertificate.most, let json = try? JSON(bytes: bytes, deepest: 3),
      let id = json["id"]?.string, let requested = json["requested_at"]?.string,
      let erased = json["erased_at"]?.string, let key = json["key"]?.string,
      let signature = json["signature"]?.string, let counts = json["counts"]?.object, counts.count <= 1_000
    else { throw .noCertificate }
    var numbers: [String: Int] = [:]
    for (name, count) in counts {
      guard let number = count.number.flatMap({ Int(exactly: $0) }), number >= 0 else { throw .noCertificate }
      numbers[name] = number
    }
    // The statement joins the parts by line ends.
    guard ([id, requested, erased] + numbers.keys).allSatisfy({ !$0.utf8.contains { $0 < 0x20 } }) else {
      throw .noCertificate
    }
    (self.id, self.requested, self.erased) = (id, requested, erased)
    (self.counts, self.key, self.signature) = (numbers, key, signature)
  }

  /// Whether the holder of `key` signed it. Whose key it is says the server, at `/auth/v1/deletion/keys`.
  public var isGenuine: Bool {
    Secrets.isGenuine(
      signature, of: ErasureCertificate.statement(id, requested, erased, counts), by: key)
  }

  var json: JSON {
    [
      "id": .string(id), "requested_at": .string(requested), "erased_at": .string(erased),
      "counts": .object(counts.mapValues { .number(Double($0)) }), "key": .string(key),
      "signature": .string(signature),
    ]
  }

  private static func statement(
    _ id: String, _ requested: String, _ erased: String, _ counts: [String: Int]
  ) -> String {
    let lines = counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return (["troupe erasure certificate 1", id, requested, erased] + lines).joined(separator: "\n")
  }
}

extension Problem {
  fileprivate static let noCertificate = Problem(
    "no-certificate", "This is no certificate of an erased account.",
    remedy: "Give the file as it was saved, or the line of the mail that begins with a brace.")
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
      "Your account and everything in it were erased on \(certificate.erased.prefix(10)).\n\n"
        + "Certificate \(certificate.id)\n"
        + certificate.counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
        + "\nThe certificate, signed. Save the next line in a file, and anyone can verify it with "
        + "`troupe certificate FILE`:\n\n\((try? JSON.text(certificate.json)) ?? "")\n\n"
        + "This is the last mail to this address.\n"
    }
  }

  /// The date by UTC, as 2026-12-31.
  static func day(_ instant: Int) -> String {
    String((StoredAccount.text(instant).string ?? "").prefix(10))
  }
}
