/// A condition that closes a candidate out, whatever else fits.
public enum Gate: String, Sendable, Hashable, CaseIterable {
  case oneself, hidden, blocked, known, cooldown, role, capacity, sobriety, program, region, availability, filter

  /// The reason in words for the person who ranks, used by tools and tests; a blocked person is never told.
  public var words: String {
    switch self {
    case .oneself: "It is the same person."
    case .hidden: "The profile is not visible."
    case .blocked: "One of the two has blocked the other."
    case .known: "There is a request or a connection already."
    case .cooldown: "A request was declined less than 30 days ago."
    case .role: "Neither could be the other's sponsor."
    case .capacity: "The sponsor has no room for another sponsee."
    case .sobriety: "The sponsor has not been sober for long enough."
    case .program: "The programme is not one that was asked for."
    case .region: "The region is not the one that was asked for."
    case .availability: "There is no time in common."
    case .filter: "It is not among what is shown now."
    }
  }
}
