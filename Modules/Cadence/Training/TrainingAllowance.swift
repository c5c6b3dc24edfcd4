internal import Days
public import Interface
internal import Storage
internal import TrainingPlan

/// The offer that opens unlimited changes of a plan, for a runner who does not have them. A plan can always be read, trained by
/// and changed for an illness; of other changes one in 28 days is free.
public struct TrainingAllowance: Sendable, Hashable {
  /// The name of what is offered.
  public let offer: String
  public let route: Route

  static let days = 28

  public init(_ offer: String, at route: Route) {
    self.offer = offer
    self.route = route
  }
}

extension TrainingState {
  /// The day from which a change of that kind is free again; nil when it is free now.
  func nextFree(_ kind: ChangeKind, on today: CalendarDay) -> CalendarDay? {
    guard allowance != nil, kind != .ill, let course else { return nil }
    let last = course.kept.record.acceptedChanges.last { accepted in
      if case .ill = accepted.change { false } else { true }
    }
    guard let next = last?.from.following(TrainingAllowance.days), next > today else { return nil }
    return next
  }
}
