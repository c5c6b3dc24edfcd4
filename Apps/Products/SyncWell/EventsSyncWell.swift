package import Analytics

// The analytics events of SyncWell. They are recorded by `SyncWellFeatures.events`, on this device and with consent only.

/// The lists from which the values of events come.
package enum SyncWellTerms {
  /// The apps that data may come from or go to, by the identifiers of the provider catalogue.
  package static let apps = EventTerms([
    "apple-health", "health-connect", "google-health", "google-fit", "fitbit", "garmin", "strava", "polar", "oura",
    "peloton", "withings", "suunto", "coros", "whoop", "samsung-health",
  ])

  /// The built-in questions of the help centre.
  package static let questions = EventTerms([
    "which-apps", "fitbit-google-fit", "how-often", "twice", "needs-attention", "history", "direction", "where-data",
    "trial", "restore", "disconnect", "new-phone",
  ])

  /// The codes of failed syncs and purchases.
  package static let errors = EventTerms([
    "unreachable", "timed-out", "unauthorized", "forbidden", "quota", "permission", "unreadable", "refused",
    "disk-full",
    "not-connected", "declined", "cancelled", "store-unreachable", "not-verified",
  ])

  /// The tabs of SyncWell.
  package static let tabs = EventTerms(["syncs", "apps", "history", "settings"])

  package enum Permission: String, CaseIterable, Sendable { case notifications, health }
  package enum Trigger: String, CaseIterable, Sendable {
    case periodic, manual
    case push = "os_push"
  }
  package enum Outcome: String, CaseIterable, Sendable { case success, failure, partial }
  package enum Status: String, CaseIterable, Sendable {
    case success, syncing, conflict, paused
    case needsAuthorization = "error_needs_auth"
    case temporary = "error_temporary"
  }
  package enum Paywall: String, CaseIterable, Sendable {
    case trialExpired = "trial_expired"
    case featureGate = "feature_gate"
    case settings
  }
  package enum Platform: String, CaseIterable, Sendable { case apple, google }
  package enum Resolution: String, CaseIterable, Sendable {
    case merge
    case keepA = "keep_source_a"
    case keepB = "keep_source_b"
  }
  package enum Gate: String, CaseIterable, Sendable {
    case historicalSync = "historical_sync"
    case conflictResolution = "conflict_resolution"
  }
}

extension AnalyticsEvent {
  // MARK: First steps (US-01 to US-03)

  package static let onboardingStarted = AnalyticsEvent("onboarding_started")
  package static let onboardingPrivacyPolicyViewed = AnalyticsEvent("onboarding_privacy_policy_viewed")
  package static let onboardingCompleted = AnalyticsEvent("onboarding_completed")

  package static func sourceAppSelected(_ app: String) -> AnalyticsEvent {
    AnalyticsEvent("source_app_selected", .item("app_name", app, of: SyncWellTerms.apps))
  }
  package static let sourceAppAuthSuccess = AnalyticsEvent("source_app_auth_success")
  package static let sourceAppAuthFailed = AnalyticsEvent("source_app_auth_failed")
  package static func destinationAppSelected(_ app: String) -> AnalyticsEvent {
    AnalyticsEvent("destination_app_selected", .item("app_name", app, of: SyncWellTerms.apps))
  }
  package static let destinationAppAuthSuccess = AnalyticsEvent("destination_app_auth_success")
  package static let destinationAppAuthFailed = AnalyticsEvent("destination_app_auth_failed")

  package static func permissionPrimingShown(_ permission: SyncWellTerms.Permission) -> AnalyticsEvent {
    AnalyticsEvent("permission_priming_shown", .choice("permission_type", permission))
  }
  package static let permissionPrimingAccepted = AnalyticsEvent("permission_priming_accepted")
  package static let permissionPrimingDeclined = AnalyticsEvent("permission_priming_declined")
  package static let permissionOSDialogGranted = AnalyticsEvent("permission_os_dialog_granted")
  package static let permissionOSDialogDenied = AnalyticsEvent("permission_os_dialog_denied")

  // MARK: Syncs (US-04 to US-08)

  package static let addSyncStarted = AnalyticsEvent("add_sync_started")
  package static func addSyncDataTypesSelected(_ count: Int) -> AnalyticsEvent {
    AnalyticsEvent("add_sync_datatypes_selected", .count("count", count))
  }
  package static func addSyncSourceSelected(_ app: String) -> AnalyticsEvent {
    AnalyticsEvent("add_sync_source_selected", .item("app_name", app, of: SyncWellTerms.apps))
  }
  package static func addSyncDestinationSelected(_ app: String) -> AnalyticsEvent {
    AnalyticsEvent("add_sync_destination_selected", .item("app_name", app, of: SyncWellTerms.apps))
  }
  package static let addSyncCompleted = AnalyticsEvent("add_sync_completed")

  package static func backgroundSyncJobStarted(_ trigger: SyncWellTerms.Trigger) -> AnalyticsEvent {
    AnalyticsEvent("background_sync_job_started", .choice("trigger", trigger))
  }
  package static func backgroundSyncJobCompleted(_ status: SyncWellTerms.Outcome, items: Int) -> AnalyticsEvent {
    AnalyticsEvent("background_sync_job_completed", .choice("status", status), .count("items_synced", items))
  }
  package static func backgroundSyncJobFailed(_ code: String) -> AnalyticsEvent {
    AnalyticsEvent("background_sync_job_failed", .item("error_code", code, of: SyncWellTerms.errors))
  }
  package static let manualSyncTriggered = AnalyticsEvent("manual_sync_triggered")
  package static func syncStatusViewed(_ status: SyncWellTerms.Status) -> AnalyticsEvent {
    AnalyticsEvent("sync_status_viewed", .choice("status", status))
  }
  package static let syncDeleteInitiated = AnalyticsEvent("sync_delete_initiated")
  package static let syncDeleteConfirmed = AnalyticsEvent("sync_delete_confirmed")
  package static let syncDeleteCancelled = AnalyticsEvent("sync_delete_cancelled")

  // MARK: Purchases (US-09, US-11, US-17, US-18)

  package static func paywallShown(_ trigger: SyncWellTerms.Paywall) -> AnalyticsEvent {
    AnalyticsEvent("paywall_shown", .choice("trigger", trigger))
  }
  package static let purchaseInitiated = AnalyticsEvent("purchase_initiated")
  /// The revenue in hundredths of the currency's unit.
  package static func purchaseCompleted(revenue: Int) -> AnalyticsEvent {
    AnalyticsEvent("purchase_completed", .count("revenue", revenue))
  }
  package static func purchaseFailed(_ code: String) -> AnalyticsEvent {
    AnalyticsEvent("purchase_failed", .item("error_code", code, of: SyncWellTerms.errors))
  }
  package static let restorePurchaseInitiated = AnalyticsEvent("restore_purchase_initiated")
  package static let restorePurchaseSuccess = AnalyticsEvent("restore_purchase_success")
  package static let restorePurchaseFailedNoPurchase = AnalyticsEvent("restore_purchase_failed_no_purchase")
  package static func featureGateShown(_ feature: SyncWellTerms.Gate) -> AnalyticsEvent {
    AnalyticsEvent("feature_gate_shown", .choice("feature_name", feature))
  }
  package static let featureGateAccepted = AnalyticsEvent("feature_gate_accepted")
  package static let featureGateDismissed = AnalyticsEvent("feature_gate_dismissed")
  package static let familyPlanPurchaseInitiated = AnalyticsEvent("family_plan_purchase_initiated")
  package static let familyPlanInviteSent = AnalyticsEvent("family_plan_invite_sent")
  package static let familyPlanInviteAccepted = AnalyticsEvent("family_plan_invite_accepted")

  // MARK: History, conflicts and connections (US-10, US-13 to US-16)

  package static let historicalSyncGateShown = AnalyticsEvent("historical_sync_gate_shown")
  package static func historicalSyncStarted(days: Int) -> AnalyticsEvent {
    AnalyticsEvent("historical_sync_started", .count("date_range_days", days))
  }
  package static let historicalSyncCompleted = AnalyticsEvent("historical_sync_completed")
  package static let historicalSyncPaused = AnalyticsEvent("historical_sync_paused")
  package static func appDisconnectInitiated(_ app: String) -> AnalyticsEvent {
    AnalyticsEvent("app_disconnect_initiated", .item("app_name", app, of: SyncWellTerms.apps))
  }
  package static let appDisconnectConfirmed = AnalyticsEvent("app_disconnect_confirmed")
  package static let appDisconnectCancelled = AnalyticsEvent("app_disconnect_cancelled")
  package static func crossPlatformSyncCompleted(
    from source: SyncWellTerms.Platform, to destination: SyncWellTerms.Platform
  ) -> AnalyticsEvent {
    AnalyticsEvent("cross_platform_sync_completed", .choice("source", source), .choice("destination", destination))
  }
  package static let conflictDetected = AnalyticsEvent("conflict_detected")
  package static let conflictResolutionStarted = AnalyticsEvent("conflict_resolution_started")
  package static func conflictResolutionCompleted(_ resolution: SyncWellTerms.Resolution) -> AnalyticsEvent {
    AnalyticsEvent("conflict_resolution_completed", .choice("resolution", resolution))
  }
  package static func dashboardViewed(syncs: Int) -> AnalyticsEvent {
    AnalyticsEvent("dashboard_viewed", .count("sync_count", syncs))
  }

  // MARK: Tabs

  package static func tabChosen(_ tab: String) -> AnalyticsEvent {
    AnalyticsEvent("tab_chosen", .item("tab", tab, of: SyncWellTerms.tabs))
  }

  // MARK: Help (US-12)

  package static let helpCenterViewed = AnalyticsEvent("help_center_viewed")
  package static func helpCenterQuestionOpened(_ question: String) -> AnalyticsEvent {
    AnalyticsEvent("help_center_faq_opened", .item("question", question, of: SyncWellTerms.questions))
  }
  package static let helpCenterContactSupportTapped = AnalyticsEvent("help_center_contact_support_tapped")
  package static let helpCenterFeatureRequestsTapped = AnalyticsEvent("help_center_feature_requests_tapped")
}

extension AnalyticsPlan {
  private typealias Terms = SyncWellTerms

  /// Every event of SyncWell's stories, by the names that they give, and the choice of a tab.
  package static let syncwell = AnalyticsPlan([
    .event("onboarding_started"), .event("onboarding_privacy_policy_viewed"), .event("onboarding_completed"),
    .event("source_app_selected", .item("app_name", of: Terms.apps)), .event("source_app_auth_success"),
    .event("source_app_auth_failed"), .event("destination_app_selected", .item("app_name", of: Terms.apps)),
    .event("destination_app_auth_success"), .event("destination_app_auth_failed"),
    .event("permission_priming_shown", .choice("permission_type", of: Terms.Permission.self)),
    .event("permission_priming_accepted"), .event("permission_priming_declined"),
    .event("permission_os_dialog_granted"), .event("permission_os_dialog_denied"),
    .event("add_sync_started"), .event("add_sync_datatypes_selected", .count("count", upTo: 100)),
    .event("add_sync_source_selected", .item("app_name", of: Terms.apps)),
    .event("add_sync_destination_selected", .item("app_name", of: Terms.apps)), .event("add_sync_completed"),
    .event("background_sync_job_started", .choice("trigger", of: Terms.Trigger.self)),
    .event(
      "background_sync_job_completed", .choice("status", of: Terms.Outcome.self), .count("items_synced", upTo: 100_000)),
    .event("background_sync_job_failed", .item("error_code", of: Terms.errors)), .event("manual_sync_triggered"),
    .event("sync_status_viewed", .choice("status", of: Terms.Status.self)), .event("sync_delete_initiated"),
    .event("sync_delete_confirmed"), .event("sync_delete_cancelled"),
    .event("paywall_shown", .choice("trigger", of: Terms.Paywall.self)), .event("purchase_initiated"),
    .event("purchase_completed", .count("revenue", upTo: 100_000)),
    .event("purchase_failed", .item("error_code", of: Terms.errors)), .event("historical_sync_gate_shown"),
    .event("historical_sync_started", .count("date_range_days", upTo: 10_000)), .event("historical_sync_completed"),
    .event("historical_sync_paused"), .event("restore_purchase_initiated"), .event("restore_purchase_success"),
    .event("restore_purchase_failed_no_purchase"), .event("help_center_viewed"),
    .event("help_center_faq_opened", .item("question", of: Terms.questions)),
    .event("help_center_contact_support_tapped"), .event("help_center_feature_requests_tapped"),
    .event("app_disconnect_initiated", .item("app_name", of: Terms.apps)), .event("app_disconnect_confirmed"),
    .event("app_disconnect_cancelled"),
    .event(
      "cross_platform_sync_completed", .choice("source", of: Terms.Platform.self),
      .choice("destination", of: Terms.Platform.self)),
    .event("tab_chosen", .item("tab", of: Terms.tabs)),
    .event("conflict_detected"), .event("conflict_resolution_started"),
    .event("conflict_resolution_completed", .choice("resolution", of: Terms.Resolution.self)),
    .event("dashboard_viewed", .count("sync_count", upTo: 1_000)),
    .event("feature_gate_shown", .choice("feature_name", of: Terms.Gate.self)), .event("feature_gate_accepted"),
    .event("feature_gate_dismissed"), .event("family_plan_purchase_initiated"), .event("family_plan_invite_sent"),
    .event("family_plan_invite_accepted"),
  ])
}
