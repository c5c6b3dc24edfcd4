internal import DailyPA
public import Notices
public import ServerFunctions
internal import SyncWell
internal import Volvox
internal import YHealth

extension NoticeKind {
  /// The notifications of all products. No two products give a kind the same name.
  public static let products = yhealth + volvox + dailypa + syncwell
}

extension ServerNotice {
  /// The notices of all products that the server sends because of another person or device.
  public static let products = volvox + yhealth + dailypa
}
