/// Whether the machine has a default route, according to the kernel. A change only triggers a request for the whole
/// list, so that nothing is counted twice and lost messages do not matter.
struct Routes: Sendable, Hashable {
  /// Nil until the first complete list.
  private(set) var leadOut: Bool?
  private var number: UInt32 = 0
  private var isAsking = false
  private var isFound = false
  private var isOld = false

  /// Returns the next request; nil while a response is pending, after which the list is requested again.
  mutating func ask() -> [UInt8]? {
    guard !isAsking else {
      isOld = true
      return nil
    }
    (isAsking, isFound, isOld) = (true, false, false)
    number &+= 1
    return RouteMessage.question(number)
  }

  /// Stops waiting for a response of which a part was lost.
  mutating func restart() { isAsking = false }

  /// Handles messages and returns the next request, if any.
  mutating func take(_ messages: [RouteMessage]) -> [UInt8]? {
    var question: [UInt8]?
    for message in messages {
      let isOurs = isAsking && message.number == number
      if isOurs, message.isTorn { isOld = true }
      switch message.matter {
      case .route(let leadsOut) where isOurs && message.isListed: isFound = isFound || leadsOut
      case .route, .change: question = ask() ?? question
      case .end(let isWhole) where isOurs:
        isAsking = false
        if isWhole, !isOld { leadOut = isFound }
        if isOld { question = ask() }
      case .end, .other: break
      }
    }
    return question
  }
}
