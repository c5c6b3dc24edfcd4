internal import HTTP
public import Kernel

/// A mail server and the credentials for it.
public struct MailServer: Sendable {
  /// `smtps://host:465`, or `smtp://host:587`, which uses STARTTLS unless the host is this machine.
  public let address: String
  public var user: String?
  public var password: Redacted<String>?

  public init(_ address: String, user: String? = nil, password: String? = nil) throws(Problem) {
    let checked = try CheckedAddress(address, schemes: ["smtps", "smtp"])
    guard !address.contains(where: { "?#".contains($0) }) else {
      throw .requestMalformed("A mail server has no query.")
    }
    guard password == nil || user != nil else { throw .requestMalformed("A password needs a user.") }
    self.address = address
    self.user = user
    self.password = password.map { Redacted($0) }
    isPlain = checked.scheme == "smtp" && checked.isLoopback
    host = checked.host
  }

  let isPlain: Bool
  let host: String
}

/// A mail with its sender and recipients.
public struct Envelope: Sendable {
  public let server: MailServer
  public let from: MailAddress
  public let to: [MailAddress]
  /// The mail itself, with lines ended by CR LF.
  public let message: [UInt8]
  public var total = Duration.seconds(60)
  public var connect = Duration.seconds(15)

  public init(_ message: [UInt8], from: MailAddress, to: [MailAddress], by server: MailServer) {
    self.message = message
    self.from = from
    self.to = to
    self.server = server
  }

  func checked() throws(Problem) -> Envelope {
    guard 1...100 ~= to.count else { throw .requestMalformed("A mail goes to one person at least and 100 at most.") }
    guard message.count <= 25 << 20 else { throw .requestMalformed("A mail has 25 MiB at most.") }
    return self
  }
}
