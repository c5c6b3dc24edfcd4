/// One rtnetlink message about routes, links or addresses, reduced to what concerns the default route.
struct RouteMessage: Sendable, Hashable {
  enum Matter: Sendable, Hashable {
    /// A route, and whether it is a usable default route.
    case route(leadsOut: Bool)
    /// Another change that may affect the default route.
    case change
    /// The end of a list, or an error.
    case end(isWhole: Bool)
    case other
  }

  let matter: Matter
  /// Sequence number of the request that this message answers.
  let number: UInt32
  /// Whether it is part of a multipart message.
  let isListed: Bool
  /// The list changed while it was being sent.
  let isTorn: Bool

  private static let headLength = 16
  private static let routeLength = 12

  /// Parses all messages in these bytes; an invalid or truncated message and all bytes after it are dropped.
  static func read(_ bytes: [UInt8]) -> [RouteMessage] {
    var messages: [RouteMessage] = []
    var rest = bytes[...]
    while let length = rest.number(UInt32.self, at: 0), length >= headLength, length <= rest.count {
      if let message = RouteMessage(rest.prefix(Int(length))) { messages.append(message) }
      rest = rest.dropFirst((Int(length) + 3) & ~3)
    }
    return messages
  }

  private init?(_ bytes: ArraySlice<UInt8>) {
    guard let type = bytes.number(UInt16.self, at: 4), let flags = bytes.number(UInt16.self, at: 6),
      let number = bytes.number(UInt32.self, at: 8)
    else { return nil }
    self.number = number
    isListed = flags & 0x2 != 0
    isTorn = flags & 0x10 != 0
    let content = bytes.dropFirst(RouteMessage.headLength)
    switch type {
    case 2:
      // Error code zero is an acknowledgement.
      matter = content.number(UInt32.self, at: 0) == 0 ? .other : .end(isWhole: false)
    case 3: matter = .end(isWhole: true)
    case 24:
      guard content.count >= RouteMessage.routeLength else { return nil }
      matter = .route(leadsOut: RouteMessage.leadsOut(content))
    case 16, 17, 20, 21, 25: matter = .change
    default: matter = .other
    }
  }

  /// Returns whether it is a default unicast route that is neither dead nor on a link that is down.
  private static func leadsOut(_ route: ArraySlice<UInt8>) -> Bool {
    let route = Array(route)
    let (bits, type) = (route[1], route[7])
    let flags = route[...].number(UInt32.self, at: 8) ?? 0
    return bits == 0 && type == 1 && flags & (0x1 | 0x10) == 0
  }

  /// Returns a request for a list of all routes.
  static func question(_ number: UInt32) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    return bytes(UInt32(headLength + routeLength)) + bytes(UInt16(26)) + bytes(UInt16(0x301)) + bytes(number)
      + bytes(UInt32(0)) + [UInt8](repeating: 0, count: routeLength)
  }
}

extension ArraySlice<UInt8> {
  /// Reads a number in native byte order; nil when the bytes end before.
  fileprivate func number<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard count >= offset + size else { return nil }
    return dropFirst(offset).prefix(size).withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
  }
}
