/// What is known of the machine's way out, from what the kernel says. A change only makes it ask for the whole list again,
/// so nothing is counted twice, and nothing that was missed matters.
struct Routes: Sendable, Hashable {
  /// Nil until a list was heard to its end.
  private(set) var leadOut: Bool?
  private var number: UInt32 = 0
  private var isAsking = false
  private var isFound = false
  private var isOld = false

  /// What to ask now; nil while an answer is on its way, after which it is asked again.
  mutating func ask() -> [UInt8]? {
    guard !isAsking else {
      isOld = true
      return nil
    }
    (isAsking, isFound, isOld) = (true, false, false)
    number &+= 1
    return RouteMessage.question(number)
  }

  /// Waits no more for an answer of which a part was lost.
  mutating func restart() { isAsking = false }

  /// Takes what came, and answers with what to ask next, if anything.
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
