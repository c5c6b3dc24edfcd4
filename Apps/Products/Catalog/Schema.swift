internal import Cadence
internal import DailyPA
package import ProductKit
public import Relational
internal import Volvox
internal import YHealth

extension SyncedRecord {
  /// The synced records of all products.
  package static let products: [SyncedRecord] =
    [.settings, .consents, .purchases, .onboardingProgress, .personProfile, .notifications, .usage] + YHealthRecords.all
    + SobrietyRecords.all
    + PeopleRecords.all + PairRecords.all + MessageRecords.all + AssignmentRecords.all
    + TodoRecords.all + EventRecords.all + ExpenseRecords.all + VersionRecords.all + TrainingRecords.all
    + RunnerRecords.all
}

extension Schema {
  /// The tables of all products, which a server is started with.
  public static let products = Schema(
    SyncedRecord.products.tables + VolvoxTables.all + WhatsAppTables.all + PurchaseTables.all
      + StravaTables.all)
}
