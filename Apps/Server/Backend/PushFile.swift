internal import Auth
internal import Fetch
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Outbox
internal import Push
internal import PushDelivery
internal import Relational
internal import Tokens

/// The file with the keys of the push services:
///
///     {"web": {"contact": "mailto:operator@example.org", "key_file": "web-push.pem"},
///      "apns": {"team": "...", "key_id": "...", "app": "org.example.app", "key_file": "AuthKey.p8"},
///      "fcm": {"account_file": "service-account.json"}}
///
/// Files are named beside it. `address` in `apns` and `fcm` is for a service of one's own, such as that of a test.
enum PushFile {
  private static let largest = 65_536

  static func read(_ path: String) throws(Problem) -> PushServices {
    guard let content = bytes(of: path), let json = try? JSON(bytes: content), json.object != nil else {
      throw refused("The file \(path) cannot be read, or is no JSON object.")
    }
    var services = PushServices()
    if let web = json["web"] {
      services.web = try WebPushSender(
        key: try key(web, beside: path), contact: try text("contact", of: web, in: "web"))
    }
    if let apns = json["apns"] {
      services.apns = try APNsSender(
        key: try key(apns, beside: path), keyID: try text("key_id", of: apns, in: "apns"),
        team: try text("team", of: apns, in: "apns"), app: try text("app", of: apns, in: "apns"),
        address: apns["address"]?.string ?? APNsSender.production)
    }
    if let fcm = json["fcm"] {
      guard let file = fcm["account_file"]?.string, let account = bytes(of: file, beside: path) else {
        throw refused("“fcm” names no “account_file” that can be read.")
      }
      services.fcm =
        if let address = fcm["address"]?.string {
          try FCMSender(serviceAccount: account, address: address)
        } else {
          try FCMSender(serviceAccount: account)
        }
    }
    guard !services.isEmpty else { throw refused("The file \(path) names none of “web”, “apns” and “fcm”.") }
    return services
  }

  private static func text(_ name: String, of json: JSON, in service: String) throws(Problem) -> String {
    guard let text = json[name]?.string else { throw refused("“\(service)” has no “\(name)”.") }
    return text
  }

  private static func key(_ json: JSON, beside path: String) throws(Problem) -> PrivateKey {
    guard let file = json["key_file"]?.string, let bytes = bytes(of: file, beside: path) else {
      throw refused("A “key_file” is missing or cannot be read.")
    }
    return try PrivateKey(pem: String(decoding: bytes, as: UTF8.self))
  }

  private static func bytes(of file: String, beside path: String) -> [UInt8]? {
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return bytes(of: file.hasPrefix("/") ? file : "\(folder)/\(file)")
  }

  private static func bytes(of path: String) -> [UInt8]? {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= largest else { return nil }
    return [UInt8](data)
  }

  private static func refused(_ what: String) -> Problem {
    Problem(
      "push-setting", what, safe: "Nothing was started.",
      remedy: "Correct the file, or omit --push. See `troupe help backend` for its format.")
  }
}

extension PushDelivery {
  /// Takes the keys from the file that the options name, if there is one.
  convenience init(
    _ options: BackendOptions, _ database: any Database, _ outbox: OutboxWorker, _ outbound: OutboundServices,
    key: TokenKey, time: Time, log: Log
  ) throws(Problem) {
    let fetch = outbound.fetch
    var needs = Needs(
      database: database, outbox: outbox, key: key.derived(for: "push"),
      send: { request throws(Problem) in
        guard let fetch else {
          throw Problem("push-off", "This server sends no push notifications.", safe: "Nothing was sent.", remedy: "")
        }
        return try await fetch.send(request)
      }, isSignedIn: { session, store throws(Failure) in try Auth.holds(session: session, in: store) })
    (needs.time, needs.log) = (time, log.from("push"))
    self.init(
      try options.push.map { path throws(Problem) in try PushFile.read(path) } ?? PushServices(), options.notices, needs
    )
  }
}
