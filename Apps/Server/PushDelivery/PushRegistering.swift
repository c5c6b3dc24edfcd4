internal import FoundationEssentials
public import Gate
internal import JSON
internal import Kernel
internal import Outbox
internal import Push
internal import Relational
public import Tokens
public import Transport

// The devices of people: `/push/v1`.
extension PushDelivery: Service {
  public func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int { 8192 }

  public func answer(_ request: Request, at path: ArraySlice<Substring>, from credential: Credential) async -> Response
  {
    guard case .caller(let caller, _) = credential else { return PushDelivery.noAuthorization }
    guard !services.isEmpty else {
      return PushDelivery.refusal(.notFound, "push_off", "This server sends no push notifications.")
    }
    if path.elementsEqual(["key"]), request.method == .get { return key }
    guard path.count == 2, path.first == "devices", let id = path.last.flatMap({ UUID(uuidString: String($0)) }) else {
      return PushDelivery.refusal(.notFound, "not_found", "There is nothing at this address.")
    }
    guard let person = caller.user else { return PushDelivery.noAuthorization }
    let device = id.uuidString.lowercased()
    do throws(Failure) {
      switch request.method {
      case .put: return try await register(device, of: person, caller.session, request.body)
      case .delete:
        let isGone = try await needs.database.transact { session throws(Failure) in
          try PushTables.remove(device, of: person, session)
        }
        return isGone
          ? Response(.noContent) : PushDelivery.refusal(.notFound, "not_found", "There is no device of this name.")
      default:
        return PushDelivery.refusal(.methodNotAllowed, "method_not_allowed", "A device is put or deleted.")
      }
    } catch {
      needs.log.warning("a device was not registered: \(open: error.code)")
      return PushDelivery.refusal(.unavailable, "unavailable", "The database does not answer now. Please try again.")
    }
  }

  /// The key with which browsers subscribe.
  private var key: Response {
    guard let web = services.web else {
      return PushDelivery.refusal(.notFound, "no_web_push", "This server sends nothing to browsers.")
    }
    return .json(["application_server_key": .string(web.applicationServerKey)])
  }

  private func register(
    _ id: String, of person: String, _ session: String?, _ body: [UInt8]
  ) async throws(Failure) -> Response {
    guard let json = try? JSON(bytes: body), let product = json["product"]?.string,
      1...40 ~= product.utf8.count, let name = json["zone"]?.string, let zone = TimeZone(named: name),
      let place = PushPlace(json), let sealed = sealing.seal(place.json, of: id, "push")
    else {
      return PushDelivery.refusal(
        .badRequest, "bad_device", "A device has a product, a zone, and a token or a subscription of its service.")
    }
    guard services.takes(place.address) else {
      return PushDelivery.refusal(.unprocessable, "no_service", "This server has no key for that push service.")
    }
    let device = PushTables.Device(
      id: id, person: person, session: session, product: product, zone: zone.identifier, address: sealed)
    let (hash, now, most) = (place.address.hash(of: product), PushDelivery.milliseconds(now), PushDelivery.mostDevices)
    let isSignedIn = needs.isSignedIn
    let isForeign = try await needs.database.transact { store throws(Failure) in
      if let other = try PushTables.device(id, store), other.person != person {
        // The device may have changed hands: whoever signed out of it keeps no right to its identifier.
        let isHeld = try other.session.map { one throws(Failure) in try isSignedIn(one, store) } ?? true
        if isHeld { return true }
      }
      try PushTables.keep(device, addressHash: hash, most: most, at: now, store)
      return false
    }
    return isForeign
      ? PushDelivery.refusal(.conflict, "taken", "This identifier belongs to another person's device.")
      : Response(.noContent)
  }

  private static let noAuthorization = refusal(.unauthorized, "no_authorization", "Sign in to be notified.")

  private static func refusal(_ status: Status, _ code: String, _ message: String) -> Response {
    .json(["code": .string(code), "message": .string(message)], status: status, headers: ["cache-control": "no-store"])
  }
}
