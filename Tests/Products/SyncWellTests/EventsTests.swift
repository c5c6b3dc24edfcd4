import Analytics
import Interface
import Navigation
import Testing

@testable import Shell
@testable import SyncWell

@Suite("SyncWell's events")
struct EventsTests {
  /// The events of the stories, with their properties.
  static let stories: [String: [String]] = [
    "onboarding_started": [], "onboarding_privacy_policy_viewed": [], "onboarding_completed": [],
    "source_app_selected": ["app_name"], "source_app_auth_success": [], "source_app_auth_failed": [],
    "destination_app_selected": ["app_name"], "destination_app_auth_success": [], "destination_app_auth_failed": [],
    "permission_priming_shown": ["permission_type"], "permission_priming_accepted": [],
    "permission_priming_declined": [], "permission_os_dialog_granted": [], "permission_os_dialog_denied": [],
    "add_sync_started": [], "add_sync_datatypes_selected": ["count"], "add_sync_source_selected": ["app_name"],
    "add_sync_destination_selected": ["app_name"], "add_sync_completed": [],
    "background_sync_job_started": ["trigger"], "background_sync_job_completed": ["status", "items_synced"],
    "background_sync_job_failed": ["error_code"], "manual_sync_triggered": [], "sync_status_viewed": ["status"],
    "sync_delete_initiated": [], "sync_delete_confirmed": [], "sync_delete_cancelled": [],
    "paywall_shown": ["trigger"], "purchase_initiated": [], "purchase_completed": ["revenue"],
    "purchase_failed": ["error_code"], "historical_sync_gate_shown": [],
    "historical_sync_started": ["date_range_days"], "historical_sync_completed": [], "historical_sync_paused": [],
    "restore_purchase_initiated": [], "restore_purchase_success": [], "restore_purchase_failed_no_purchase": [],
    "help_center_viewed": [], "help_center_faq_opened": ["question"], "help_center_contact_support_tapped": [],
    "help_center_feature_requests_tapped": [], "app_disconnect_initiated": ["app_name"],
    "app_disconnect_confirmed": [], "app_disconnect_cancelled": [],
    "cross_platform_sync_completed": ["source", "destination"], "conflict_detected": [],
    "conflict_resolution_started": [], "conflict_resolution_completed": ["resolution"],
    "dashboard_viewed": ["sync_count"], "feature_gate_shown": ["feature_name"], "feature_gate_accepted": [],
    "feature_gate_dismissed": [], "family_plan_purchase_initiated": [], "family_plan_invite_sent": [],
    "family_plan_invite_accepted": [],
  ]

  /// One of each.
  static let all: [AnalyticsEvent] = [
    .onboardingStarted, .onboardingPrivacyPolicyViewed, .onboardingCompleted, .sourceAppSelected("fitbit"),
    .sourceAppAuthSuccess, .sourceAppAuthFailed, .destinationAppSelected("google-fit"), .destinationAppAuthSuccess,
    .destinationAppAuthFailed, .permissionPrimingShown(.notifications), .permissionPrimingAccepted,
    .permissionPrimingDeclined, .permissionOSDialogGranted, .permissionOSDialogDenied, .addSyncStarted,
    .addSyncDataTypesSelected(2), .addSyncSourceSelected("garmin"), .addSyncDestinationSelected("strava"),
    .addSyncCompleted, .backgroundSyncJobStarted(.periodic), .backgroundSyncJobCompleted(.success, items: 3),
    .backgroundSyncJobFailed("quota"), .manualSyncTriggered, .syncStatusViewed(.needsAuthorization),
    .syncDeleteInitiated, .syncDeleteConfirmed, .syncDeleteCancelled, .paywallShown(.trialExpired), .purchaseInitiated,
    .purchaseCompleted(revenue: 1499), .purchaseFailed("declined"), .historicalSyncGateShown,
    .historicalSyncStarted(days: 90), .historicalSyncCompleted, .historicalSyncPaused, .restorePurchaseInitiated,
    .restorePurchaseSuccess, .restorePurchaseFailedNoPurchase, .helpCenterViewed,
    .helpCenterQuestionOpened("twice"), .helpCenterContactSupportTapped, .helpCenterFeatureRequestsTapped,
    .appDisconnectInitiated("oura"), .appDisconnectConfirmed, .appDisconnectCancelled,
    .crossPlatformSyncCompleted(from: .apple, to: .google), .conflictDetected, .conflictResolutionStarted,
    .conflictResolutionCompleted(.merge), .dashboardViewed(syncs: 4), .featureGateShown(.conflictResolution),
    .featureGateAccepted, .featureGateDismissed, .familyPlanPurchaseInitiated, .familyPlanInviteSent,
    .familyPlanInviteAccepted,
  ]

  @Test("the product declares exactly the events of its stories, and the choice of a tab")
  func declarations() {
    let own = ["tab_chosen": ["tab"]]
    let declared = Dictionary(
      uniqueKeysWithValues: AnalyticsPlan.syncwell.declarations.map { ($0.name, $0.properties.map(\.name)) })
    #expect(declared == Self.stories.merging(own) { story, _ in story })
  }

  @Test("every event that the product can send is declared, and none is forgotten")
  func events() {
    #expect(Set(Self.all.map(\.name)) == Set(Self.stories.keys))
    for event in Self.all { #expect(AnalyticsPlan.syncwell.bounded(event) != nil, "\(event.name)") }
  }

  @Test("a tour of every place sends only events of the stories")
  func tour() async throws {
    let bench = try await SyncWellBench()
    for place in Product.syncwell.places {
      for route in place.pattern.examples {
        try await bench.window.perform(.open(route))
        try await bench.window.perform(.back)
      }
    }
    let recorded = try await bench.recorded().compactMap { $0.split(separator: ",").first.map(String.init) }
    #expect(recorded.count > 5)
    #expect(Set(recorded).isSubset(of: Set(Self.stories.keys)))
  }

  @Test("a choice of a tab is recorded by the tab's name, with consent only, and every tab has one")
  func tabs() async throws {
    let product = Product.syncwell
    #expect(Set(([product.home] + product.tabs).map(\.id)) == SyncWellTerms.tabs.all)
    let bench = try await SyncWellBench()
    try await bench.tap(id: "tabs.history")
    #expect(try await bench.recorded().filter { $0.hasPrefix("tab_chosen") } == ["tab_chosen, tab: history"])
    let refusing = try await SyncWellBench(consents: false)
    try await refusing.tap(id: "tabs.history")
    #expect(try await refusing.recorded() == [])
  }

  @Test("the built-in questions of the help centre are those that an event can name")
  func questions() {
    let built = Set(SupportPlanNames.questions)
    #expect(built == SyncWellTerms.questions.all)
  }
}
