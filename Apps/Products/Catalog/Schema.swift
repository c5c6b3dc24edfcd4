internal import DailyPA
internal import ProductKit
public import Relational
internal import Volvox
internal import YHealth

extension Schema {
  /// The tables of all products, which a server is started with.
  public static let products = Schema(SharedTables.all + YHealthTables.all + VolvoxTables.all + DailyPATables.all)
}
