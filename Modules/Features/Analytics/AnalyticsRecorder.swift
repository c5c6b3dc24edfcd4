internal import Kernel
internal import Platform

/// Takes the events of a product from any thread. It asks for the consent at each of them, so that a withdrawal holds from
/// the next event on.
public final class AnalyticsRecorder: Sendable {
  /// The most events that wait to be taken over. Later ones are dropped and counted.
  static let mostWaiting = 1_024

  public let plan: AnalyticsPlan
  private let source: Broadcast<RecordedEvent>.Source
  private let time: Time
  private let identifiers: Identifiers
  private let settling: Settling
  private let log: Log
  private let isAllowed: @Sendable () -> Bool

  init(_ plan: AnalyticsPlan, on context: FeatureContext, isAllowed: @escaping @Sendable () -> Bool) {
    self.plan = plan
    source = Broadcast.Source(bound: AnalyticsRecorder.mostWaiting)
    time = context.time
    identifiers = context.identifiers
    settling = context.settling
    log = context.log.from("Analytics")
    self.isAllowed = isAllowed
  }

  var taken: Broadcast<RecordedEvent> { source.broadcast }

  /// Records an event. Does nothing without the person's consent, or for an event that the product does not declare.
  public func record(_ event: AnalyticsEvent) {
    guard isAllowed() else { return }
    guard let event = plan.bounded(event) else { return log.error("An event is not declared by its product.") }
    source.say(RecordedEvent(event, id: identifiers.next(), at: time.now().date), settling: settling)
  }
}
