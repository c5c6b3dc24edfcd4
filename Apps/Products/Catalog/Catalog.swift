internal import Cadence
internal import DailyPA
public import Shell
internal import SyncWell
internal import Volvox
internal import YHealth

extension Product {
  /// All products, in the order in which they are offered.
  public static let all = [yhealth, syncwell, cadence, volvox, dailypa]

  public static func named(_ id: String) -> Product? { all.first { $0.id == id } }
}
