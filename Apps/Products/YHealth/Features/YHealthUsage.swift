internal import Analytics
internal import Board
internal import Consent
internal import Dashboard
internal import Health
internal import Kernel
internal import Pillar
internal import ProductKit
internal import Progress
internal import Settings
internal import Shell

/// The use of yHealth that is recorded while the person allows it: names, choices and counts.
struct YHealthUsage: Sendable {
  let analytics: Analytics
  private let settings: Settings
  private let consents: Consents?
  private let windows: OpenWindows

  init(_ environment: PersonEnvironment, _ settings: Settings, _ consents: Consents?) {
    analytics = Analytics(
      .yhealth, in: environment, switchedBy: YHealthSettings.analytics, of: settings, counting: consents)
    self.consents = consents
    self.settings = settings
    windows = environment.windows
  }

  /// Records what the features tell, while the person is open. It subscribes at once.
  func going(_ health: Health, _ progress: Progress, _ dashboard: Dashboard) -> @Sendable () async -> Void {
    let (logged, found, tapped) = (health.events.listen(), progress.events.listen(), dashboard.events.listen())
    let chosen = windows.chosenTabs.listen()
    let (recorder, following) = (analytics.recorder, analytics.following(settings, YHealthSettings.analytics))
    let counting = consents.map { analytics.countsFollowing($0) }
    return {
      await withTaskGroup { group in
        group.addTask { await following() }
        group.addTask { await counting?() }
        group.addTask {
          await logged.hear { news in
            if case .said(.saved(let entry)) = news { recorder.record(.entrySaved(entry.kind)) }
          }
        }
        group.addTask {
          await found.hear { news in
            if case .said(.opened(let pillar)) = news { recorder.record(.insightOpened(pillar)) }
          }
        }
        group.addTask {
          await tapped.hear { news in
            if case .said(.tapped(.quickAction(let action))) = news { recorder.record(.quickActionUsed(action)) }
          }
        }
        group.addTask {
          await chosen.hear { news in if case .said(let tab) = news { recorder.record(.tabChosen(tab)) } }
        }
      }
    }
  }
}

extension AnalyticsPlan {
  static let yhealth = AnalyticsPlan([
    .event("entry_saved", .choice("kind", of: LogKind.self)),
    .event("insight_opened", .choice("pillar", of: Pillar.self)),
    .event("quick_action_used", .choice("action", of: QuickAction.self)),
    .event("tab_chosen", .item("tab", of: tabs)),
  ])

  /// The identifiers of yHealth's tabs.
  static let tabs = EventTerms(["dashboard", "pillars", "insights", "profile"])
}

extension AnalyticsEvent {
  static func entrySaved(_ kind: LogKind) -> AnalyticsEvent { AnalyticsEvent("entry_saved", .choice("kind", kind)) }
  static func insightOpened(_ pillar: Pillar) -> AnalyticsEvent {
    AnalyticsEvent("insight_opened", .choice("pillar", pillar))
  }
  static func quickActionUsed(_ action: QuickAction) -> AnalyticsEvent {
    AnalyticsEvent("quick_action_used", .choice("action", action))
  }
  static func tabChosen(_ tab: String) -> AnalyticsEvent {
    AnalyticsEvent("tab_chosen", .item("tab", tab, of: AnalyticsPlan.tabs))
  }
}
