/// What a server answered.
public struct Incoming: Sendable, Hashable {
  public let status: Int
  /// With names in lower case, in the order in which they came.
  public let headers: [Outgoing.Field]
  public let body: [UInt8]
  /// Whether it came over HTTP/2.
  public let isHTTP2: Bool

  public init(status: Int, headers: [Outgoing.Field] = [], body: [UInt8] = [], isHTTP2: Bool = false) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isHTTP2 = isHTTP2
  }

  /// The first of that name.
  public subscript(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name == name }?.value
  }
}
