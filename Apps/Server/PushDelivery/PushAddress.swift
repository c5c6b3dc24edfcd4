internal import JSON
internal import Kernel
internal import Push
internal import Signing

/// The address of a device at its push service. It is a secret: whoever has it can, with the server's key, reach the device.
enum PushAddress: Sendable, Hashable {
  case apns(String)
  case fcm(String)
  /// `base` is the path beneath which the product's routes are in that browser.
  case web(endpoint: String, p256dh: String, auth: String, base: String)

  private static let longestToken = 4096
  private static let longestBase = 300

  /// Reads what a device sends: `{"service": "apns" | "fcm", "token"}`, or `{"service": "web", "subscription"}` with what
  /// the browser's `PushSubscription.toJSON` gives. Nil for anything else.
  init?(_ json: JSON) {
    switch json["service"]?.string {
    case "apns":
      guard let token = json["token"]?.string, 32...200 ~= token.utf8.count, token.utf8.allSatisfy(\.isHexadecimal)
      else { return nil }
      self = .apns(token.lowercased())
    case "fcm":
      guard let token = json["token"]?.string, 1...PushAddress.longestToken ~= token.utf8.count,
        token.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
      else { return nil }
      self = .fcm(token)
    case "web":
      guard let one = json["subscription"], let endpoint = one["endpoint"]?.string,
        let p256dh = one["keys"]?["p256dh"]?.string, let auth = one["keys"]?["auth"]?.string,
        (try? WebPushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth)) != nil,
        let base = PushAddress.base(json["base"])
      else { return nil }
      self = .web(endpoint: endpoint, p256dh: p256dh, auth: auth, base: base)
    default: return nil
    }
  }

  /// A path without a host, or none.
  private static func base(_ json: JSON?) -> String? {
    guard let json, json != .null else { return "" }
    guard let text = json.string, text.isEmpty || text.hasPrefix("/"), !text.hasPrefix("//"),
      text.utf8.count <= longestBase, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return text
  }

  /// The address of a route in the app on this device.
  func link(to route: String) -> String {
    if case .web(_, _, _, let base) = self { base + route } else { route }
  }

  var json: JSON {
    switch self {
    case .apns(let token): ["service": "apns", "token": .string(token)]
    case .fcm(let token): ["service": "fcm", "token": .string(token)]
    case .web(let endpoint, let p256dh, let auth, let base):
      [
        "service": "web", "base": .string(base),
        "subscription": [
          "endpoint": .string(endpoint), "keys": ["p256dh": .string(p256dh), "auth": .string(auth)],
        ],
      ]
    }
  }

  /// Tells whether two registrations are of one device, without the address. A browser has one subscription for an origin, and
  /// on it a place for each product and profile, which `base` names.
  func hash(of product: String) -> String {
    let text =
      switch self {
      case .apns(let token): "apns \(token)"
      case .fcm(let token): "fcm \(token)"
      case .web(let endpoint, _, _, let base): "web \(endpoint) \(product) \(base)"
      }
    return Base64URL.text(SHA256.hash(of: Array(text.utf8)))
  }

  /// The topic under which a service replaces what waits. All places of a browser share one subscription, so each has topics of
  /// its own there.
  func topic(_ kind: String, of device: String) -> String {
    guard case .web = self else { return kind }
    return String(Base64URL.text(SHA256.hash(of: Array("\(device) \(kind)".utf8))).prefix(32))
  }
}

/// An address with the key by which the server signs what it sends there.
struct PushPlace: Sendable, Hashable {
  let address: PushAddress
  /// Nil for a device that gave none, and checks nothing.
  let key: SigningKey?

  /// Reads what a device sends, or what was kept of it.
  init?(_ json: JSON) {
    guard let address = PushAddress(json) else { return nil }
    self.address = address
    switch json["key"] {
    case nil, .null?: key = nil
    case let given?:
      guard let text = given.string, text.utf8.count <= 64, let bytes = Base64URL.bytes(text),
        let key = try? SigningKey(bytes)
      else { return nil }
      self.key = key
    }
  }

  var json: JSON {
    guard let key, var members = address.json.object else { return address.json }
    members["key"] = .string(Base64URL.text(key.revealed))
    return .object(members)
  }

  static func == (one: PushPlace, other: PushPlace) -> Bool { one.json == other.json }

  func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

extension PushAddress: CustomStringConvertible, CustomDebugStringConvertible {
  var description: String { "redacted" }
  var debugDescription: String { "redacted" }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
      || UInt8(ascii: "A")...UInt8(ascii: "F") ~= self
  }
}
