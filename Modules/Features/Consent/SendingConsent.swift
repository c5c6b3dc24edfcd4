/// The person's answer to the consents that sending to a server depends on.
public enum SendingConsent: Sendable, Equatable {
  /// The decisions are not read yet, or cannot be read.
  case unknown
  /// At least one is not decided, and none is refused.
  case undecided
  /// At least one was refused or withdrawn.
  case refused
  case granted
}

extension ConsentState {
  /// Whether what the person enters may be sent to a server. Consents that cannot be read allow nothing.
  public var sending: SendingConsent {
    if plan.sending.isEmpty { return .granted }
    guard reading == .done else { return .unknown }
    if plan.sending.contains(where: isWithdrawn) { return .refused }
    return plan.sending.allSatisfy(allows) ? .granted : .undecided
  }

  /// Whether a server ever got anything from the person by a consent of this category.
  public func wasGiven(_ id: ConsentText.ID) -> Bool { records.contains { $0.category == id && $0.isGiven } }
}
