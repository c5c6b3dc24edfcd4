public import Gate
internal import JSON
public import Tokens
public import Transport

/// The registry of server functions, called by name beneath `/functions/v1`, for operations that need more than a
/// row.
public struct Functions: Service {
  /// Handles a call. The caller is known: a function is never called without a token.
  public typealias Body = @Sendable (Request, Caller) async -> Response

  private let bodies: [String: Body]
  private static let bodyLimit = 1 << 20

  public init(_ bodies: [String: Body] = [:]) { self.bodies = bodies }

  public func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int { Functions.bodyLimit }

  public func answer(_ request: Request, at path: ArraySlice<Substring>, from credential: Credential) async -> Response
  {
    switch credential {
    case .none: return Functions.refusal(401, "Missing authorization header", .unauthorized)
    case .refused: return Functions.refusal(401, "Invalid JWT", .unauthorized)
    case .caller(let caller, _):
      guard let name = path.first, path.count == 1, let body = bodies[String(name)] else {
        return Functions.refusal("NOT_FOUND", "Requested function was not found", .notFound)
      }
      return await body(request, caller)
    }
  }

  /// Returns a copy with one more function, unless the name is taken already.
  func adding(_ name: String, _ body: @escaping Body) -> Functions {
    Functions(bodies.merging([name: body]) { own, _ in own })
  }

  static func refusal(_ code: JSON, _ message: String, _ status: Status) -> Response {
    let body: JSON = ["code": code, "message": .string(message)]
    return .json((try? JSON.data(body)).map(Array.init) ?? [], status: status)
  }
}
