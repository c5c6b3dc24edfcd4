/// The decision on a request's head.
public enum Admission: Sendable {
  /// Accepts the request, with a body of at most that many bytes, which is held in memory.
  case body(upTo: Int)
  /// As `body`; the bytes also count against a share of the owner (`BodyShares`).
  case charged(upTo: Int, to: BodyOwner)
  /// Accepts the request. The body goes to the intake while it arrives, and the intake answers in place of the handler.
  case stream(upTo: Int, into: BodyIntake)
  /// Decides later. Nothing of the body is read until then.
  case deferred(@Sendable () async -> Admission)
  /// Responds at once. The body is not read, and the connection closes.
  case refuse(Response)

  /// Charges a body in memory to that owner.
  public func charging(_ owner: BodyOwner) -> Admission {
    switch self {
    case .body(let limit): .charged(upTo: limit, to: owner)
    case .deferred(let decide): .deferred { await decide().charging(owner) }
    case .charged, .stream, .refuse: self
    }
  }

  /// Asks `check` for every piece of a streamed body, and once more when the body is complete (`isWhole`), before the
  /// intake gets it. A response ends the body.
  public func whileCurrent(_ check: @escaping @Sendable (_ isWhole: Bool) async -> Response?) -> Admission {
    switch self {
    case .body, .charged, .refuse: self
    case .deferred(let decide): .deferred { await decide().whileCurrent(check) }
    case .stream(let limit, let intake):
      .stream(
        upTo: limit,
        into: BodyIntake(
          receive: { bytes in
            if let refusal = await check(false) { return refusal }
            return await intake.receive(bytes)
          },
          finish: {
            if let refusal = await check(true) { return refusal }
            return await intake.finish()
          }))
    }
  }

  /// Passes every response of this admission, rather than of the handler, through `change`.
  public func answering(_ change: @escaping @Sendable (Response) -> Response) -> Admission {
    switch self {
    case .body, .charged: self
    case .refuse(let response): .refuse(change(response))
    case .deferred(let decide): .deferred { await decide().answering(change) }
    case .stream(let limit, let intake):
      .stream(
        upTo: limit,
        into: BodyIntake(
          receive: { bytes in await intake.receive(bytes).map(change) }, finish: { change(await intake.finish()) }))
    }
  }
}

/// Receives a body while it arrives. It is called by one connection, one call after another.
///
/// It is released without `finish` when the client leaves, is too slow or is refused; what it has begun must then end
/// with it.
public struct BodyIntake: Sendable {
  let receive: @Sendable ([UInt8]) async -> Response?
  let finish: @Sendable () async -> Response

  /// `receive` takes the next bytes; a response refuses the rest of the body. No more is read from the client before
  /// it returns. `finish` answers the request when the body is complete.
  public init(
    receive: @escaping @Sendable ([UInt8]) async -> Response?, finish: @escaping @Sendable () async -> Response
  ) {
    self.receive = receive
    self.finish = finish
  }
}

/// The account in whose name a body is sent.
public enum BodyOwner: Sendable, Hashable {
  case account(String)
  /// All clients without an account together.
  case anonymous
}
