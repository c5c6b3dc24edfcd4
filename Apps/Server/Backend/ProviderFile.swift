internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Providers

/// The file that lists the sign-in providers:
///
///     {"google": {"clients": ["..."], "secret": "..."},
///      "apple": {"clients": ["org.example.app"], "team": "...", "key_id": "...", "key_file": "AuthKey.p8"},
///      "keycloak": {"issuer": "https://id.example.org/realms/one", "clients": ["troupe"], "secret": "..."}}
enum ProviderFile {
  private static let largest = 65_536

  static func read(_ path: String) throws(Problem) -> [Provider] {
    guard let text = text(of: path), let json = try? JSON(text: text), let members = json.object else {
      throw refused("The file \(path) cannot be read, or is no JSON object.")
    }
    var providers: [Provider] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      providers.append(try provider(name, value, beside: path))
    }
    return providers
  }

  private static func provider(_ name: String, _ value: JSON, beside path: String) throws(Problem) -> Provider {
    let clients = value["clients"]?.array?.compactMap(\.string) ?? []
    guard !clients.isEmpty else { throw refused("“\(name)” names no client of ours: give it “clients”.") }
    let secret = value["secret"]?.string
    switch name {
    case "google" where value["issuer"] == nil: return try .google(clients: clients, secret: secret)
    case "apple" where value["issuer"] == nil:
      return try .apple(clients: clients, secret: try appleSecret(value, beside: path))
    default:
      guard let issuer = value["issuer"]?.string else {
        throw refused("“\(name)” has no “issuer”: the address of its OpenID Connect.")
      }
      var provider = try Provider(
        name, issuer: issuer, clients: clients, secret: secret.map { .text(Redacted($0)) })
      // A provider in a private network must be allowed explicitly, or any issuer could make the server request
      // internal machines.
      provider.mayBePrivate = value["private"]?.bool ?? false
      return provider
    }
  }

  /// Nil for providers used by native apps only: their tokens are just verified.
  private static func appleSecret(_ value: JSON, beside path: String) throws(Problem) -> ProviderSecret? {
    guard let team = value["team"]?.string, let id = value["key_id"]?.string, let file = value["key_file"]?.string
    else {
      return nil
    }
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    guard let key = text(of: file.hasPrefix("/") ? file : "\(folder)/\(file)") else {
      throw refused("Apple's key \(file) cannot be read.")
    }
    return .apple(team: team, keyID: id, key: Redacted(key))
  }

  private static func text(of path: String) -> String? {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= largest else { return nil }
    return String(validating: data, as: UTF8.self)
  }

  private static func refused(_ what: String) -> Problem {
    Problem(
      "provider-setting", what, safe: "Nothing was started.",
      remedy: "Correct the file, or omit --providers. See `troupe help backend` for its format.")
  }
}
