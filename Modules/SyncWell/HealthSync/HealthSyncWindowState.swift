internal import Carrying
internal import Days
internal import Interface
public import Kernel
internal import Samples

/// The state of one window: what is drafted, asked and looked at there.
public struct HealthSyncWindowState: LocalState {
  /// A new sync in four steps.
  struct Draft: Sendable, Equatable {
    enum Page: Int, Sendable, CaseIterable {
      case kinds = 1, source, destination, review

      var title: String {
        switch self {
        case .kinds: "Choose Data Type"
        case .source: "Choose Source"
        case .destination: "Choose Destination"
        case .review: "Review & Save"
        }
      }
    }

    var page = Page.kinds
    /// Whether everything was chosen for the person, who has gone through no step.
    var isProposed = false
    var kinds: Set<SampleKind> = []
    var source: String?
    var destination: String?

    var sorted: [SampleKind] { kinds.sorted() }
  }

  struct Pair: Sendable, Equatable {
    let source: String
    let destination: String
  }

  enum Question: Sendable, Equatable {
    case delete(ID<SyncPlan>)
    case history(first: CalendarDay, last: CalendarDay)
  }

  /// The result that the window looks at without changing anything.
  enum Look: Sendable, Equatable {
    case none, underWay
    case previewed(RunReport)
    case compared([ComparedDay])
    case traced([TracedRecord])
    case failed(Problem)
  }

  var shown: Set<Route> = []
  /// The two apps with which the next new sync begins.
  var begun: Pair?
  var draft = Draft()
  var question: Question?
  var look = Look.none
  /// The conflict that is being settled.
  var settling: ID<SyncConflict>?
  /// Whether the list is being refreshed at the person's request.
  var isRefreshing = false
  /// The typed days of an exclusion and of a historical sync.
  var (exclusionFirst, exclusionLast) = ("", "")
  var (historyFirst, historyLast) = ("", "")
  /// The complaint about the typed days.
  var typedProblem: String?

  public init() {}
}
