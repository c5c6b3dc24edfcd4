public import Kernel

/// A request to a server: method, address, header fields and body.
public struct Outgoing: Sendable {
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The hosts that a request may reach.
  public enum Reach: Sendable, Hashable {
    case anyone
    /// No host on this machine or in its own network, whatever the name in the address resolves to. For addresses that
    /// come from outside.
    case publicOnly
  }

  public var method: String
  public var address: String
  public var headers: [Field]
  public var body: [UInt8]?
  public var limits = OutgoingLimits()
  public var reach = Reach.anyone
  /// Number of redirects that are followed, to `https` only; none with `Reach.publicOnly`.
  public var redirects = 0

  public init(_ method: String = "GET", _ address: String, headers: [Field] = [], body: [UInt8]? = nil) {
    self.method = method
    self.address = address
    self.headers = headers
    self.body = body
  }

  /// Returns a request with an URL-encoded form, as token endpoints expect it.
  public static func form(_ address: String, _ fields: [Field]) -> Outgoing {
    let text = fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    return Outgoing(
      "POST", address, headers: [Field("content-type", "application/x-www-form-urlencoded")], body: Array(text.utf8))
  }

  /// Percent-encodes text as one value of a query or form.
  public static func escaped(_ text: String) -> String {
    var out: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        out.append(byte)
      default: out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

/// The limits of one request.
public struct OutgoingLimits: Sendable, Hashable {
  /// From the call to the last byte, including the wait for its turn.
  public var total = Duration.seconds(30)
  public var connect = Duration.seconds(10)
  /// Bytes of the response's body, unpacked.
  public var answer = 8 << 20
  /// Bytes of the response's header fields in all.
  public var head = 65_536

  public init() {}
}

extension Outgoing {
  /// Returns the same request, or throws when part of it could be read as something else. A client calls it before it sends.
  public func checked() throws(Problem) -> Outgoing {
    let place = try CheckedAddress(address)
    guard 1...32 ~= method.utf8.count, method.utf8.allSatisfy(\.isToken) else {
      throw .requestMalformed("The method of a request is a word of letters.")
    }
    guard redirects == 0 || reach == .anyone else {
      throw .requestMalformed("A request that may reach only what is public follows no redirects.")
    }
    guard headers.count <= 100 else { throw .requestMalformed("A request has 100 header fields at most.") }
    for field in headers {
      guard 1...256 ~= field.name.utf8.count, field.name.utf8.allSatisfy(\.isToken), field.value.utf8.count <= 16_384,
        field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { throw .requestMalformed("A header field has a character that would end it, or is too long.") }
      guard !Outgoing.isFraming(field.name) else {
        throw .requestMalformed("The header fields that frame a request are not for the asker to set.")
      }
    }
    guard place.isEncrypted || place.isLoopback else { throw .requestUnencrypted(place.host) }
    return self
  }

  /// Whether a request to that address is encrypted on its way: `https`, or `http` to this machine.
  public static func isEncrypted(_ address: String) -> Bool {
    guard let place = try? CheckedAddress(address) else { return false }
    return place.isEncrypted || place.isLoopback
  }

  /// The body that is sent: nil for none, empty where the method implies a body.
  public var sentBody: [UInt8]? { body ?? (["POST", "PUT", "PATCH"].contains(method) ? [] : nil) }

  private static func isFraming(_ name: String) -> Bool {
    switch name.lowercased() {
    case "content-length", "transfer-encoding", "connection", "host", "expect", "upgrade", "te", "trailer": true
    default: false
    }
  }
}

extension UInt8 {
  /// `tchar` of RFC 9110.
  package var isToken: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
