internal import DailyPA
public import Notices
internal import SyncWell
internal import Volvox
internal import YHealth

extension NoticeKind {
  /// The notifications of all products. No two products give a kind the same name.
  public static let products = yhealth + volvox + dailypa + syncwell
}
