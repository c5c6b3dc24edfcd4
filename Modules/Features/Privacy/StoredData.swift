public import Kernel
public import Platform
internal import Portability
public import Storage

/// Figures of the data that a profile keeps on this device.
public struct StoredData: Sendable, Hashable {
  /// Every collection that the person's archive contains.
  public let collections: [CollectionSummary]
  /// Bytes of pictures and files, and their number.
  public let fileBytes: Int
  public let files: Int
  /// Versions that were replaced when two devices had changed the same entry.
  public let replaced: Int
  /// Entries that the server has not received yet; zero without an account.
  public let unsent: Int
  public let hasAccount: Bool
  /// Last removal by the retention rules.
  public let removal: Removal?
  /// The titles of the consents whose withdrawal the server has not received yet.
  public let withdrawals: [String]
  /// Sentences about what an export does not include.
  public let notIncluded: [String]

  public init(
    collections: [CollectionSummary], fileBytes: Int, files: Int, replaced: Int, unsent: Int, hasAccount: Bool,
    removal: Removal?, withdrawals: [String] = [], notIncluded: [String] = []
  ) {
    self.collections = collections
    self.fileBytes = fileBytes
    self.files = files
    self.replaced = replaced
    self.unsent = unsent
    self.hasAccount = hasAccount
    self.removal = removal
    self.withdrawals = withdrawals
    self.notIncluded = notIncluded
  }

  public var records: Int { collections.reduce(0) { $0 + $1.count } }

  /// The first instant of all entries.
  public var oldest: Date? {
    collections.compactMap(\.span?.lowerBound).filter { $0 > ExportManifest.earliest }.min()
  }
}

/// Time for which data is kept; nil for ever.
public struct RetentionRules: Sendable, Hashable {
  /// The days for which a version that was replaced is kept.
  public var replacedDays: Int?
  /// The years for which entries are kept.
  public var entryYears: Int?

  public init(replacedDays: Int? = 30, entryYears: Int? = nil) {
    self.replacedDays = replacedDays
    self.entryYears = entryYears
  }

  /// Versions replaced before this instant are removed.
  public func replacedBefore(_ now: Date) -> Date? {
    replacedDays.map { now.addingTimeInterval(-86_400 * Double($0)) }
  }

  /// Entries of before this instant are removed. A year has a day more than most, so that nothing goes early.
  public func entriesBefore(_ now: Date) -> Date? {
    entryYears.map { now.addingTimeInterval(-86_400 * 366 * Double($0)) }
  }
}

/// Removals by the retention rules on one day.
public struct Removal: Kept, Hashable {
  public static let collection = "retention"

  public let at: Date
  public let entries: Int
  public let replaced: Int

  public var id: ID<Removal> { Removal.last }
  public var when: Date { at }

  public static var last: ID<Removal> { ID(named: "last") }

  public init(at: Date, entries: Int, replaced: Int) {
    self.at = at
    self.entries = entries
    self.replaced = replaced
  }

  public var isNothing: Bool { entries == 0 && replaced == 0 }

  private enum CodingKeys: String, CodingKey { case at, entries, replaced }
}
