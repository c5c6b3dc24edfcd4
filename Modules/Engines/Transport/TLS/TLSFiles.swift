/// The paths of a server's certificate and key, both as PEM.
public struct TLSFiles: Sendable, Hashable {
  /// The certificate, followed by its chain.
  public let certificate: String
  public let key: String

  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}
