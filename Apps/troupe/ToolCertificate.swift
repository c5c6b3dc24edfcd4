internal import Auth
internal import Commands
internal import Fetch
internal import FoundationEssentials
internal import JSON
internal import Kernel

extension Tools {
  private static let key = Option(name: "key", value: "KEY", words: "the server's public key, where you know it")
  private static let server = Option(name: "server", value: "URL", words: "the server that is asked for its key")

  static let certificate = Tool(
    name: "certificate", summary: "whether the certificate of an erased account is genuine; 1 if it is not",
    operands: "FILE", options: [key, server, .json],
    details: """
      FILE is what the app saved as erasure-certificate.json, or the line of the mail that begins with a brace. The
      signature (Ed25519) covers the number, both times and every count. The key is in the certificate, so without --key
      or --server the answer says only that nothing was changed since it was signed, and names the key.
      """,
    run: { given throws(Problem) in
      guard let path = given.operands.first, given.operands.count == 1 else {
        throw .usage("Which certificate? Name one file.", help: "certificate")
      }
      let data = try NamedFile.data(
        of: path, most: ErasureCertificate.most, tooLarge: "no-certificate", remedy: "Give the certificate alone.")
      let certificate = try ErasureCertificate(reading: Array(data))
      var known = given[key].map { [$0] }
      if let address = given[server] { known = (known ?? []) + (try await keys(of: address)) }
      let verdict = CertificateVerdict(certificate, knownKeys: known)
      Output.line(given.has(.json) ? (try? JSON.text(verdict.json(certificate))) ?? "{}" : verdict.words(certificate))
      return verdict.isGood ? 0 : 1
    })

  private static func keys(of address: String) async throws(Problem) -> [String] {
    let fetch = try Fetch(log: ProfileOpening.log)
    let answer: Incoming
    do throws(Problem) {
      answer = try await fetch.send(
        Outgoing("GET", "\(address.hasSuffix("/") ? String(address.dropLast()) : address)/auth/v1/deletion/keys"))
      await fetch.close()
    } catch {
      await fetch.close()
      throw error
    }
    guard answer.status == 200, let keys = (try? JSON(bytes: answer.body, deepest: 4))?["keys"]?.array else {
      throw Problem(
        "no-keys", "\(address.prefix(200)) names no keys of certificates.", remedy: "Check the address of the server.")
    }
    return keys.prefix(100).compactMap { $0["x"]?.string }
  }
}

/// The verdict about a certificate.
private enum CertificateVerdict: String {
  case genuine
  /// The signature is right; whose key it is was not asked.
  case unchanged
  case foreignKey = "foreign key"
  case forged

  init(_ certificate: ErasureCertificate, knownKeys: [String]?) {
    if !certificate.isGenuine {
      self = .forged
    } else if let knownKeys {
      self = knownKeys.contains(certificate.key) ? .genuine : .foreignKey
    } else {
      self = .unchanged
    }
  }

  var isGood: Bool { self == .genuine || self == .unchanged }

  func words(_ certificate: ErasureCertificate) -> String {
    let verdict =
      switch self {
      case .genuine: "Genuine: the server signed this certificate, and nothing in it was changed."
      case .unchanged:
        "Nothing in this certificate was changed since it was signed with the key below. Ask the server for its key with "
          + "--server URL."
      case .foreignKey: "Not genuine: it is signed with a key that is not the server's."
      case .forged: "Not genuine: the signature does not fit the certificate."
      }
    let rows =
      [
        ("Number", certificate.id), ("Requested", certificate.requested), ("Erased", certificate.erased),
        ("Key", certificate.key),
      ] + certificate.counts.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
    return ([verdict] + rows.map { "  \($0.0): \($0.1)".harmless }).joined(separator: "\n")
  }

  func json(_ certificate: ErasureCertificate) -> JSON {
    [
      "verdict": .string(rawValue), "id": .string(certificate.id), "requested_at": .string(certificate.requested),
      "erased_at": .string(certificate.erased), "key": .string(certificate.key),
      "counts": .object(certificate.counts.mapValues { .number(Double($0)) }),
    ]
  }
}
