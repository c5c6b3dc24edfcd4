internal import Interface
public import Kernel

/// The state of one window: what is searched and shown there, and the import that was begun there.
public struct MeetingsWindowState: LocalState {
  /// Number of meetings on a page of the list.
  static let pageLength = 50
  static let longestSearch = 100

  var filter = MeetingFilter()
  var isFilterOpen = false
  /// The page of the list, from 0.
  var page = 0
  /// The routes of this feature that the window shows: a sheet stands in front of another screen.
  var shown: Set<Route> = []
  var path = ""
  /// Whether an import was asked for without a path.
  var isPathMissing = false
  /// The reason why the last import failed.
  var problem: Problem?

  /// The meeting search whose page was asked for last.
  var found: MeetingFinder.ID?

  public init() {}
}
