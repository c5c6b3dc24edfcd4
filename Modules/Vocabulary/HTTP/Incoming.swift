/// The response of a server.
public struct Incoming: Sendable, Hashable {
  public let status: Int
  /// With names in lower case, in the order received.
  public let headers: [Outgoing.Field]
  public let body: [UInt8]
  /// Whether the response came over HTTP/2.
  public let isHTTP2: Bool

  public init(status: Int, headers: [Outgoing.Field] = [], body: [UInt8] = [], isHTTP2: Bool = false) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isHTTP2 = isHTTP2
  }

  /// The value of the first header field of that name, in any case.
  public subscript(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name == name }?.value
  }
}
