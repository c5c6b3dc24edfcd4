package import Notices

extension NoticeKind {
  /// The notifications of SyncWell.
  package static let syncwell = [NoticeKind("sync-failed", setting: "failures")]
}
