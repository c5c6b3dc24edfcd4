/// The method of a request: any token (RFC 9110, 9.1), case-sensitive.
public struct Method: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }

  public var description: String { name }

  public static let get = Method("GET")
  public static let head = Method("HEAD")
  public static let post = Method("POST")
  public static let put = Method("PUT")
  public static let patch = Method("PATCH")
  public static let delete = Method("DELETE")
  public static let options = Method("OPTIONS")
}
