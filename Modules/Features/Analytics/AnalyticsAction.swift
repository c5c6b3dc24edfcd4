public import Interface
public import Kernel

/// The results of effects, the consent, and what the person asks for.
public enum AnalyticsAction: Sendable, Equatable {
  case begin
  case loaded([RecordedEvent])
  case notLoaded(Problem)
  /// An event was recorded; `isAllowed` is the consent at the time of its arrival.
  case recorded(RecordedEvent, isAllowed: Bool)
  /// The person has given or withdrawn the consent.
  case consent(Bool)
  /// The person's consent to counts that go to their server. `isRefused` tells a refusal or withdrawal from a question
  /// that was not answered.
  case counting(Bool, isRefused: Bool)
  /// The counts have changed, here or on another device.
  case countsChanged
  case counted([UsageDay])
  /// The time has come to hand out what waits.
  case rang
  case handedOut([ID<RecordedEvent>])
  case notHandedOut
  case notKept(Problem)
  /// The person deletes what is recorded.
  case deleteAll
  case retry
}

/// The effects that the feature requests.
public enum AnalyticsEffect: Sendable, Equatable {
  case load
  case listen
  case tick
  /// Brings the stored events in line with the queue as it is when the effect runs.
  case save
  case handOut([RecordedEvent])
  case followCounts
  case readCounts
  /// Erases the counts if that was asked for, and adds those that were made since.
  case saveCounts
}

/// The events that other features may receive.
public enum AnalyticsNews: Sendable, Equatable {
  case recorded(RecordedEvent)
  case told(Toast)
}
