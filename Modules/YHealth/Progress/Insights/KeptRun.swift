internal import Days
public import Insights
public import Kernel
internal import Measures
public import Platform
public import Storage

/// The findings of the last analysis, stored so that they are there at once, and offline.
public struct KeptRun: Kept {
  public static let collection = "insight_runs"
  /// Number of findings that are stored.
  static let most = 20
  /// Number of newest days stored of one finding.
  static let mostPoints = 365

  public let run: InsightRun
  /// The digest of the analysed days, so that the same days are not analysed again.
  public let digest: String
  public let at: Date

  /// The identifier of the only record.
  public var id: ID<KeptRun> { KeptRun.last }
  public var when: Date { at }

  static let last = ID<KeptRun>(named: "last")

  init(_ run: InsightRun, digest: String, at: Date) {
    let findings = run.findings.prefix(KeptRun.most).map { finding in
      finding.points.count <= KeptRun.mostPoints
        ? finding
        : Finding(
          cause: finding.cause, effect: finding.effect, lag: finding.lag, strength: finding.strength,
          interval: finding.interval, chance: finding.chance, points: Array(finding.points.suffix(KeptRun.mostPoints)),
          priority: finding.priority)
    }
    self.run = InsightRun(
      findings: findings, looked: run.looked, days: run.days, own: Array(run.own.prefix(KeptRun.most)))
    self.digest = digest
    self.at = at
  }
}

/// A hash of a person's days that is stable across processes.
enum DaysDigest {
  /// FNV-1a over all days and values. It is not cryptographic: it only distinguishes sets of days.
  @concurrent nonisolated static func of(_ table: DayTable, _ own: [OwnSeries] = []) async -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ word: UInt64) {
      var word = word
      for _ in 0..<8 {
        hash = (hash ^ (word & 0xFF)) &* 0x100_0000_01B3
        word >>= 8
      }
    }
    for figures in table.days {
      take(UInt64(bitPattern: Int64(figures.day.number)))
      for (place, measure) in Measure.allCases.enumerated() {
        guard let value = figures[measure] else { continue }
        take(UInt64(place))
        take(value.bitPattern)
      }
    }
    for series in own.sorted(by: { $0.id < $1.id }) {
      for byte in series.id.utf8 { take(UInt64(byte)) }
      for (day, value) in series.values.sorted(by: { $0.key < $1.key }) {
        take(UInt64(bitPattern: Int64(day.number)))
        take(value.bitPattern)
      }
    }
    return String(hash, radix: 16)
  }
}
