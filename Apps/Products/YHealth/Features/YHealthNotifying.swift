internal import Health
internal import Interface
internal import Kernel
internal import Notifications
internal import Progress
internal import Settings

// What notifications learn from the other features.
extension YHealthFeatures {
  func heard(_ news: News<NotificationsEvent>) async {
    switch news {
    case .said(.wanted), .missed: await tellNotifications()
    case .said: break
    }
  }

  /// Tells what may be sent, once the log is read. Nothing is gathered while notifications are off.
  func tellNotifications() async {
    let (health, progress, known) = (health.states.value, progress.states.value, notifications.states.value)
    guard known.isAllowed, health.daysFreshness == .fresh, progress.days == .done else { return }
    let candidates = YHealthCandidates(
      health: health, progress: progress, sent: known.entries,
      checkInTimes: settings.states.value[YHealthSettings.checkInTime], learnsSince: known.learnsSince, name: called(),
      channel: settings.states.value[YHealthSettings.channel], isLinked: isLinked(),
      tone: settings.states.value[YHealthSettings.tone].value,
      callTimes: settings.states.value[YHealthSettings.callTimes], now: context.time.now())
    await notifications.send(.candidates(candidates.all))
  }

  /// Whether a place still has something to show.
  var leads: @Sendable (Route) -> Bool {
    let states = progress.states
    return { states.value.hasContent(at: $0) }
  }
}
