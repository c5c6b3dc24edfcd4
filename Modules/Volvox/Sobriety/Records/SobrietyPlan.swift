public import Kernel
public import Platform
internal import SoberDays
public import Storage

/// A person's choices: the programme whose milestones are marked, what they used to spend a day, and whom they call in a
/// crisis. There is one record of it.
public struct SobrietyPlan: Syncable {
  public static let collection = "sobriety_plans"

  public var programme: String?
  /// Hundredths of the currency's unit.
  public var dailyHundredths: Int?
  public var currency: String?
  /// The region whose numbers are shown in a crisis; nil follows the locale.
  public var region: String?
  public var contactName: String?
  public var contactPhone: String?

  public var id: ID<SobrietyPlan> { SobrietyPlan.id }
  public var when: Date { Date(timeIntervalSince1970: 0) }
  static var id: ID<SobrietyPlan> { ID(named: "plan") }

  static let longestName = 100
  static let longestPhone = 40

  public init() {}

  public enum CodingKeys: String, ColumnKey {
    case id, programme, currency, region
    case dailyHundredths = "daily_hundredths"
    case contactName = "contact_name"
    case contactPhone = "contact_phone"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    programme = try fields.decodeIfPresent(String.self, forKey: .programme)
    dailyHundredths = try fields.decodeIfPresent(Int.self, forKey: .dailyHundredths)
    currency = try fields.decodeIfPresent(String.self, forKey: .currency)
    region = try fields.decodeIfPresent(String.self, forKey: .region)
    contactName = try fields.decodeIfPresent(String.self, forKey: .contactName)
    contactPhone = try fields.decodeIfPresent(String.self, forKey: .contactPhone)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(programme, forKey: .programme)
    try fields.encode(dailyHundredths, forKey: .dailyHundredths)
    try fields.encode(currency, forKey: .currency)
    try fields.encode(region, forKey: .region)
    try fields.encode(contactName, forKey: .contactName)
    try fields.encode(contactPhone, forKey: .contactPhone)
  }

  var spending: DailySpending? {
    guard let dailyHundredths, let currency else { return nil }
    return DailySpending(hundredths: dailyHundredths, currency: currency)
  }
}
