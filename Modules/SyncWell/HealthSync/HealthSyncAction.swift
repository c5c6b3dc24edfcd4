public import Carrying
public import Days
public import HealthProviders
public import Interface
public import Kernel
public import Platform
public import Samples

/// The start, what other parts tell, and the results of effects.
public enum HealthSyncAction: Sendable, Equatable {
  case begin
  case loaded(SyncBook)
  case notLoaded(Problem)
  /// The apps that are connected, and those whose connection needs the person.
  case accounts([String: AppStanding])
  /// Whether the person has bought what the paid features need.
  case pro(Bool)
  /// The system gives time for a run until a deadline; `trigger` says why: "periodic", "os_push".
  case background(trigger: String, until: Date)
  /// A run is due.
  case due
  /// The store of a source tells that records of a kind, or of any, are different now.
  case sourceChanged(String, SampleKind?)
  /// The sources have told of nothing more for a while.
  case quiet
  /// The texts about times have to be renewed.
  case minutePassed
  case ran(ID<SyncPlan>, RunReport)
  case notRan(ID<SyncPlan>, Problem)
  case previewed(RunReport, in: WindowID)
  case notPreviewed(Problem, in: WindowID)
  case compared([ComparedDay], in: WindowID)
  case traced([TracedRecord], in: WindowID)
  case historyRan(CalendarDay, RunReport)
  case notHistoryRan(Problem)
  /// The historical sync may go on.
  case historyDue
  case settled(SyncConflict, in: WindowID)
  case notSettled(ID<SyncConflict>, Problem, in: WindowID)
  case created(SyncPlan, in: WindowID)
  case ruleSet(KindRule)
  case historyBegan(HistoricalRun)
  case notSaved(Problem)
  case catalogue(ProviderCatalogue)
  case noCatalogue
  /// Something may not be kept any longer.
  case expiryDue
  /// The days were looked through; the next of them expires then.
  case daysExpired(next: Date?)
  /// Data that were imported, removed or are of a demonstration are different now.
  case changedElsewhere
}

/// The state of an app as a sync sees it.
public enum AppStanding: Sendable, Hashable {
  case connected
  /// The person has to connect it again.
  case needsAttention
  /// It cannot be connected on this device.
  case unavailable(String)
}

/// The person's actions in one window.
public enum HealthSyncWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  case retryLoading

  // Cards.
  case syncNow(ID<SyncPlan>)
  case pause(ID<SyncPlan>, Bool)
  case pauseAll(Bool)
  case askDelete(ID<SyncPlan>)
  case delete
  case dismiss
  case openSync(ID<SyncPlan>)
  case openConflicts(ID<SyncPlan>)

  case connect(String)
  /// Both of the first two apps are connected; the next new sync begins with them.
  case begun(source: String, destination: String)

  // A new sync.
  case toggleKind(SampleKind, Bool)
  case chooseSource(String)
  case chooseDestination(String)
  case next
  case back
  /// Returns from the review to the choice of the data types.
  case changeKinds
  case save

  // One sync.
  case preview(ID<SyncPlan>)
  case compare(ID<SyncPlan>)
  case trace(ID<SyncPlan>, SampleKind, CalendarDay)
  case chooseRule(ID<SyncPlan>, SampleKind, String)
  /// The minutes for which workouts wait for a second recording; 0 for none.
  case chooseWait(ID<SyncPlan>, Int)
  /// Ends the wait of a workout, or of all that wait.
  case sendNow(ID<SyncPlan>, String?)
  case typeExclusion(String, isFirst: Bool)
  case exclude(ID<SyncPlan>)
  case include(ID<SyncPlan>, ExcludedPeriod)
  /// Leaves out one record of a day that was looked at.
  case omit(ID<SyncPlan>, OmittedRecord)
  /// Takes a record that was left out back in.
  case admit(ID<SyncPlan>, OmittedRecord)

  // Conflicts.
  case settle(ID<SyncConflict>, Settlement)
  case chooseField(ID<SyncConflict>, String, String)
  case undo(ID<SyncConflict>)

  // Historical sync.
  case typeHistory(String, isFirst: Bool)
  case askHistory
  case startHistory
  case pauseHistory
  case resumeHistory
  case endHistory
}

/// The effects that the feature requests.
public enum HealthSyncEffect: Sendable, Equatable {
  case load
  case renewCatalogue
  case save(SyncPlan)
  case delete(ID<SyncPlan>)
  case create([SampleKind], from: String, to: String, at: Date, in: WindowID)
  case setRule(KindRule?, destination: String, SampleKind, ConflictChoice, preferred: String?, wait: Int?, at: Date)
  case beginHistory(CalendarDay, CalendarDay, at: Date)
  case keepHistory(HistoricalRun)
  case run(RunOrder)
  case preview(RunOrder, in: WindowID)
  case compare(RunOrder, in: WindowID)
  case trace(RunOrder, SampleKind, CalendarDay, in: WindowID)
  case runHistory(CalendarDay, [RunOrder])
  case settle(SyncConflict, Settlement, in: WindowID)
  case keepConflicts([SyncConflict])
  /// Removes the figures of days that were carried longer ago than their sources allow, in days by source.
  case expireDays([String: Int], at: Date)
  case awaitExpiry(Date)
  /// Tells the system when the next run is due.
  case schedule(Date?)
  case awaitDue(Date)
  /// Listens to the changes that the store of a source tells of.
  case listen(String, [SampleKind])
  case awaitQuiet(Date)
  case awaitHistory(Date)
  case awaitMinute(Date)
}

/// A person's decision about two recordings, or about two apps' amounts of a day.
public enum Settlement: String, Sendable, Hashable, Codable, CaseIterable {
  case open, first, second, merged
}

/// The events that other parts may receive.
public enum HealthSyncEvent: Sendable, Equatable {
  case told(Toast)
  case opened(Route)
  case finished([Route])
  /// A new sync was saved in one window, which alone is told.
  case saved
  /// The person wants to connect an app.
  case connect(String)
  /// A paid feature was asked for.
  case gated(PaidFeature)
  case fact(SyncFact)
  /// A sync needs the person, or has failed several times in a row.
  case failing(ID<SyncPlan>, name: String, needsPerson: Bool)
  case historyEnded(days: Int)
}

public enum PaidFeature: String, Sendable, Hashable, CaseIterable {
  case history, conflicts
}

/// An event for whoever counts: nothing of it is health data or a text of the person.
public enum SyncFact: Sendable, Hashable {
  case addStarted
  case kindsSelected(Int)
  case sourceSelected(String)
  case destinationSelected(String)
  case addCompleted
  case backgroundStarted(String)
  case backgroundCompleted(items: Int)
  case backgroundFailed(code: String)
  case manualTriggered
  case statusViewed(String)
  case deleteInitiated
  case deleteConfirmed
  case deleteCancelled
  case historyStarted(days: Int)
  case historyCompleted
  case historyPaused
  case crossPlatformCompleted(source: String, destination: String)
  case conflictDetected
  case resolutionStarted
  case resolutionCompleted(String)
  case dashboardViewed(Int)
}
