internal import Analytics
internal import Consent
internal import ProductKit
internal import Support

extension ConsentPlan {
  /// No health data reaches a server, so that there is nothing but the recording of its use to consent to.
  static func syncwell(sentTo collector: UsageCollector?) -> ConsentPlan {
    ConsentPlan([.usage(of: "SyncWell", sentTo: collector)])
  }
}

extension SupportPlan {
  /// The help centre of SyncWell. The addresses are those of the program that ships it.
  static let syncwell = SupportPlan(
    "SyncWell", mail: "support@syncwell.example", subject: "SyncWell: a question",
    portal: "https://syncwell.canny.io/feature-requests", store: "https://apps.apple.com/app/syncwell",
    HelpContent(
      version: 1,
      [
        .init(
          "which-apps", "Which apps can I connect?",
          [
            "Settings, Connected Apps lists every app with what it can give and take. An app that cannot be chosen says why."
          ]),
        .init(
          "fitbit-google-fit", "What became of Fitbit and Google Fit?",
          [
            "The Fitbit service was replaced by Google Health. You connect it anew with your Google account; a Fitbit "
              + "connection cannot be carried over.",
            "Google Fit is closed to new apps and ends. Google Health takes its place in the cloud, and Health Connect on "
              + "an Android phone.",
          ]),
        .init(
          "how-often", "How often does a sync run?",
          [
            "By itself in the background, when the system of your phone allows it. Pull down the list of syncs to run all "
              + "of them at once."
          ]),
        .init(
          "twice", "Will my steps be counted twice?",
          [
            "No. SyncWell remembers where each record came from and does not bring it back there, and a repeated sync "
              + "writes nothing twice."
          ]),
        .init(
          "needs-attention", "What does “Needs attention” mean?",
          [
            "The app refused SyncWell, most often because its sign-in has expired. Open the sync: it says what happened "
              + "and leads to signing in again. Nothing is lost meanwhile."
          ]),
        .init(
          "history", "Can I sync data from before I installed SyncWell?",
          [
            "Yes, with Pro: History syncs the days between two dates. It can be paused, and goes on where it stopped."
          ]),
        .init(
          "direction", "Why can I not choose an app as destination?",
          [
            "Some apps only give data, or do not take a certain type. The reason is written beside the app."
          ]),
        .init(
          "where-data", "Where is my health data kept?",
          [
            "On this device, encrypted, and in the apps that you connect. SyncWell has no server for it: an account knows what you "
              + "bought and with whom you share it, and nothing else."
          ]),
        .init(
          "trial", "What happens after the free trial?",
          [
            "After seven days SyncWell asks you to unlock Pro, which is paid once. Your syncs and settings stay as they are."
          ]),
        .init(
          "restore", "How do I use my purchase on a new phone?",
          [
            "Sign in to the same store account on the new phone, and choose “Restore Purchases” in Settings, Subscription."
          ]),
        .init(
          "disconnect", "How do I disconnect an app?",
          [
            "Settings, Connected Apps, Disconnect. The sign-in is revoked and deleted, with the syncs that use the app."
          ]),
        .init(
          "new-phone", "How do I move to a new phone?",
          [
            "Settings, Your data, “Export syncs without health data” writes your syncs, rules and settings to a file, which "
              + "the new phone imports. Sign-ins are not in it, so each app is connected once more."
          ]),
      ]))
}

extension AnalyticsEvent {
  /// The event that is recorded of the help centre; nil for what is not recorded.
  init?(_ event: SupportEvent) {
    switch event {
    case .viewed: self = .helpCenterViewed
    case .opened(let question): self = .helpCenterQuestionOpened(question)
    case .contacted: self = .helpCenterContactSupportTapped
    case .suggested: self = .helpCenterFeatureRequestsTapped
    case .addressAsked, .feedbackGiven, .rated: return nil
    }
  }
}
