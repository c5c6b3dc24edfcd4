/// Where a server's certificate and key lie, both as PEM.
public struct TLSFiles: Sendable, Hashable {
  /// The certificate, and behind it those that vouch for it.
  public let certificate: String
  public let key: String

  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
